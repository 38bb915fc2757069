/** Counts the entries and iterations of loops of many forms, and the outcomes of a branch. */
public final class SelfCounting {
    private static final long[] ENTRIES = new long[32];
    private static final long[] ITERATIONS = new long[32];
    private static final long[][][] TABLES = new long[32][2][2];

    private static int state = 12345;

    private SelfCounting() {}

    private static int random(int below) {
        state = state * 1103515245 + 12345;
        return (state >>> 16) % below;
    }

    static int forLoop(int n) {
        int sum = 0;
        ENTRIES[0]++;
        for (int i = 0; i < n; i++) {
            ITERATIONS[0]++;
            sum += i;
        }
        return sum;
    }

    static int doLoop(int n) {
        int sum = 0;
        ENTRIES[1]++;
        do {
            ITERATIONS[1]++;
            sum += n;
        } while (--n > 0);
        return sum;
    }

    static int breaksAndContinues(int n) {
        int sum = 0;
        ENTRIES[2]++;
        for (int i = 0; i < n; i++) {
            ITERATIONS[2]++;
            if (random(3) == 0) {
                continue;
            }
            if (random(9) == 0) {
                break;
            }
            sum += i;
        }
        return sum;
    }

    static int nested(int n) {
        int sum = 0;
        ENTRIES[3]++;
        for (int i = 0; i < n; i++) {
            ITERATIONS[3]++;
            ENTRIES[4]++;
            int j = i;
            while (j > 0) {
                ITERATIONS[4]++;
                j -= 1 + random(2);
                sum++;
            }
        }
        return sum;
    }

    static int labelled(int n) {
        int sum = 0;
        ENTRIES[5]++;
        outer:
        for (int i = 0; i < n; i++) {
            ITERATIONS[5]++;
            ENTRIES[6]++;
            for (int j = 0; j < n; j++) {
                ITERATIONS[6]++;
                if (random(20) == 0) {
                    break outer;
                }
                if (random(4) == 0) {
                    continue outer;
                }
                sum += j;
            }
        }
        return sum;
    }

    static int returns(int n) {
        ENTRIES[7]++;
        while (true) {
            ITERATIONS[7]++;
            if (random(n) == 0) {
                return n;
            }
        }
    }

    /** A branch that mostly repeats its last outcome. Pairs of consecutive outcomes are counted. */
    static int sticky(int n) {
        int sum = 0;
        int last = -1;
        boolean side = random(2) == 0;
        ENTRIES[8]++;
        for (int i = 0; i < n; i++) {
            ITERATIONS[8]++;
            int own;
            if (side) {
                own = 1;
                sum++;
            } else {
                own = 0;
                sum--;
            }
            count(8, last, own);
            last = own;
            side ^= random(6) == 0;
        }
        return sum;
    }

    /** The break is the loop test, so a pass that ends by the break isn't an iteration. */
    static int breaksAtTheTop(int n) {
        int sum = 0;
        ENTRIES[9]++;
        while (true) {
            int one = random(n);
            if (one == 0 || (one == 1 && random(2) == 0) || (one == 2 && random(3) == 0)) {
                break;
            }
            ITERATIONS[9]++;
            sum += one;
        }
        return sum;
    }

    /** A pass that ends by the break is an iteration, because it does work before the break. */
    static int breaksInTheMiddle(int n) {
        int sum = 0;
        ENTRIES[10]++;
        for (int i = 0; i < n; i++) {
            ITERATIONS[10]++;
            sum += i;
            if (random(9) == 0 || random(11) == 0) {
                break;
            }
            sum *= 2;
        }
        return sum;
    }

    private static void count(int loop, int last, int own) {
        if (last >= 0) {
            TABLES[loop][last][own]++;
        }
    }

    public static void main(String[] arguments) {
        long sum = 0;
        for (int turn = 0; turn < 400; turn++) {
            sum += forLoop(random(12)) + doLoop(random(5)) + breaksAndContinues(random(30));
            sum += nested(random(8)) + labelled(random(10)) + returns(1 + random(7)) + sticky(random(40));
            sum += breaksAtTheTop(1 + random(9)) + breaksInTheMiddle(random(20));
        }
        for (int loop = 0; loop < 11; loop++) {
            System.out.println(loop + " " + ENTRIES[loop] + " " + ITERATIONS[loop]);
        }
        long[][] table = TABLES[8];
        System.out.println(table[0][0] + " " + table[0][1] + " " + table[1][0] + " " + table[1][1]);
        System.err.println(sum);
    }
}
