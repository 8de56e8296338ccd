package ca.tiffin.counter;

import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(NetworkPrinter.class);
        super.onCreate(savedInstanceState);
    }
}
