import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs javac for each request on stdin. All requests use one JVM, because starting javac takes much
 * longer than compiling a test's program.
 *
 * <p>A request is the number of arguments as an int, then each argument as {@link
 * DataInputStream#readUTF} reads it. The answer is javac's status and the length of its messages as
 * ints, then the messages in UTF-8. The end of stdin ends the server.
 */
public final class CompileServer {
  private CompileServer() {}

  public static void main(String[] args) throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    DataInputStream requests = new DataInputStream(new BufferedInputStream(System.in));
    DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out));
    while (true) {
      String[] arguments;
      try {
        arguments = new String[requests.readInt()];
      } catch (EOFException over) {
        return;
      }
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = requests.readUTF();
      }
      ByteArrayOutputStream messages = new ByteArrayOutputStream();
      int status = javac.run(null, messages, messages, arguments);
      answers.writeInt(status);
      answers.writeInt(messages.size());
      messages.writeTo(answers);
      answers.flush();
    }
  }
}
