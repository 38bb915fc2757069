/** Does four kinds of work. The argument says how many numbers the first three work on. */
public class Work {
    static int[] fill(int n) {
        int[] made = new int[n];
        for (int i = 0; i < n; i++) {
            made[i] = (i * 7919) % 1000;
        }
        return made;
    }

    static long sum(int[] values) {
        long total = 0;
        for (int i = 0; i < values.length; i++) {
            total += values[i];
        }
        return total;
    }

    static int classify(int[] values) {
        int small = 0;
        int odd = 0;
        for (int value : values) {
            if (value < 300) {
                small++;
            } else if ((value & 1) == 1) {
                odd++;
            }
        }
        return small * 31 + odd;
    }

    static int collatz(int n) {
        int steps = 0;
        while (n != 1) {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        int[] values = fill(n);
        long found = sum(values) + classify(values);
        for (int i = 1; i < n / 10; i++) {
            found += collatz(i);
        }
        System.out.println(found);
    }
}
