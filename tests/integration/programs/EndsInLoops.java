/** Calls System.exit while callers are in loops; with an argument, another thread loops, too. */
public class EndsInLoops {
    static volatile boolean turning;

    static int turn() {
        int sum = 0;
        for (int i = 0; i >= 0; i++) {
            sum += i & 3;
            turning = true;
        }
        return sum;
    }

    static int nest(int depth) {
        int sum = 0;
        for (int i = 0; i < 30; i++) {
            if (depth == 0 && i == 7) {
                System.exit(4);
            }
            if (i == 5 && depth > 0) {
                sum += nest(depth - 1);
            }
        }
        return sum;
    }

    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            Thread other = new Thread(EndsInLoops::turn);
            other.setDaemon(true);
            other.start();
            while (!turning) {
                Thread.onSpinWait();
            }
        }
        nest(3);
    }
}
