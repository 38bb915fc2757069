/** Does three kinds of work in turn, for the given number of seconds. */
public class Phases {
    static long collatz(long most) {
        long steps = 0;
        for (long start = 1; start <= most; start++) {
            long n = start;
            while (n != 1) {
                n = n % 2 == 0 ? n / 2 : 3 * n + 1;
                steps++;
            }
        }
        return steps;
    }

    static int primes(int most) {
        boolean[] composite = new boolean[most + 1];
        int found = 0;
        for (int n = 2; n <= most; n++) {
            if (composite[n]) {
                continue;
            }
            found++;
            for (int multiple = n + n; multiple <= most; multiple += n) {
                composite[multiple] = true;
            }
        }
        return found;
    }

    static int words(String text) {
        int words = 0;
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            boolean isLetter = Character.isLetter(text.charAt(i));
            if (isLetter && !inside) {
                words++;
            }
            inside = isLetter;
        }
        return words;
    }

    public static void main(String[] arguments) throws Exception {
        long until = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
        String text = "a loop is a loop, and a loop in a loop is two of them; ".repeat(200);
        long sum = 0;
        for (int round = 0; System.nanoTime() < until; round++) {
            switch (round / 2000 % 3) {
                case 0 -> sum += collatz(500);
                case 1 -> sum += primes(20_000);
                default -> sum += words(text);
            }
            if (round % 2000 == 0) {
                System.out.println("round " + round + ": " + sum);
            }
            Thread.sleep(1);
        }
        System.out.println("done: " + (sum != 0));
    }
}
