package demo;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Web {
  public static void main(String[] args) {
    SpringApplication.run(Web.class, args);
  }

  @GetMapping("/steps/{from}")
  public int steps(@PathVariable long from) {
    int steps = 0;
    for (long n = from; n != 1; steps++) {
      if (n % 2 == 0) {
        n /= 2;
      } else {
        n = 3 * n + 1;
      }
    }
    return steps;
  }
}
