/**
 * Loops with many ways around them; the first argument chooses the hot ways. With a second
 * argument, the program ends by System.exit while several activations are in such loops.
 */
public class HotWays {
    static int rounds;

    static long walk(int trips, int hot) {
        long sum = 0;
        for (int i = 0; i < trips; i++) {
            int kind = i % 97 < 90 ? hot : i;
            if ((kind & 1) != 0) {
                sum++;
            }
            if ((kind & 2) != 0) {
                sum ^= i;
            }
            if ((kind & 4) != 0) {
                continue;
            }
            switch (kind & 24) {
                case 8:
                    sum += 3;
                    break;
                case 16:
                    sum = caught(sum, i);
                    break;
                default:
                    sum--;
            }
        }
        return sum;
    }

    /** The catch block leads back into the loop. The handler that unlocks leaves the method. */
    static long caught(long sum, int last) {
        long all = sum;
        for (int i = 0; i <= last % 9; i++) {
            try {
                all += 100 / (i - 4);
                if ((all & 7) == 3) {
                    synchronized (HotWays.class) {
                        all++;
                    }
                }
            } catch (ArithmeticException e) {
                all += i;
            }
        }
        return all;
    }

    /** Has too many paths, so edges are cut. All but a few iterations take the same path. */
    static int many(int trips, int hot) {
        int sum = 0;
        for (int i = 0; i < trips; i++) {
            int bits = ++rounds % 2000 == 0 ? rounds * 7919 : hot;
            if ((bits & 1) != 0) { sum++; }
            if ((bits & 2) != 0) { sum--; }
            if ((bits & 4) != 0) { sum ^= 5; }
            if ((bits & 8) != 0) { sum += 7; }
            if ((bits & 16) != 0) { sum -= 3; }
            if ((bits & 32) != 0) { sum ^= 9; }
            if ((bits & 64) != 0) { sum += i; }
            if ((bits & 128) != 0) { sum -= i; }
            if ((bits & 256) != 0) { sum ^= i; }
            if ((bits & 512) != 0) { sum++; }
            if ((bits & 1024) != 0) { sum--; }
            if ((bits & 2048) != 0) { sum ^= 6; }
            if ((bits & 4096) != 0) { sum += 8; }
            if ((bits & 8192) != 0) { sum -= 2; }
        }
        return sum;
    }

    static int below(int depth, int hot) {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            if (i == 7 && depth == 0) {
                System.exit(4);
            }
            if ((i + hot & 3) == 1) {
                sum += i;
            } else if (i == 5 && depth > 0) {
                sum += below(depth - 1, hot);
            }
        }
        return sum;
    }

    public static void main(String[] arguments) {
        int hot = Integer.parseInt(arguments[0]);
        long sum = 0;
        // The activations are short, so a path that doesn't fit into a word affects few paths.
        for (int i = 0; i < 200; i++) {
            sum += walk(100, hot) + many(100 + i % 3, 37 * hot);
        }
        System.out.println(sum);
        if (arguments.length > 1) {
            below(3, hot);
        }
    }
}
