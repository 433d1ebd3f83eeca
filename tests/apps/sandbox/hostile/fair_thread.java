import java.lang.management.ManagementFactory;

/** The same in a thread of Java. */
class Fair extends Thread {
    @Override
    public void run() {
        var time = ManagementFactory.getThreadMXBean();
        while (time.getCurrentThreadCpuTime() < 250_000_000L) { }
    }

    public static void main(String[] words) { new Fair().start(); }
}
