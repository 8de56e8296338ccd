package ca.tiffin.counter;

import android.util.Base64;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Bytes to a printer on the local network, one job after the other; a web page has no such socket. */
@CapacitorPlugin(name = "NetworkPrinter")
public class NetworkPrinter extends Plugin {

    private static final int TIMEOUT_MS = 5000;
    private static final int RAW_PRINTING = 9100;

    private final ExecutorService line = Executors.newSingleThreadExecutor();

    @PluginMethod
    public void print(PluginCall call) {
        String host = call.getString("host", "");
        int port = call.getInt("port", RAW_PRINTING);
        byte[] bytes = Base64.decode(call.getString("base64", ""), Base64.DEFAULT);
        line.execute(() -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, port), TIMEOUT_MS);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                call.resolve();
            } catch (IOException | IllegalArgumentException error) {
                call.reject(error.getMessage(), "out-of-reach");
            }
        });
    }

    @Override
    protected void handleOnDestroy() {
        line.shutdown();
    }
}
