import { App } from '@capacitor/app';
import { Capacitor } from '@capacitor/core';
import { Device, type DeviceInfo } from '@capacitor/device';
import { StatusBar } from '@capacitor/status-bar';

export type PointOfSaleOutcome =
  | { readonly success: true; readonly deviceInfo: DeviceInfo }
  | { readonly success: false; readonly reason: 'not_android' }
  | { readonly success: false; readonly error: string };

/** Sets up an Android tablet as a till. On other platforms it does nothing and returns a message. */
export async function initializePointOfSale(log: (line: string) => void): Promise<PointOfSaleOutcome> {
  if (Capacitor.getPlatform() !== 'android') return { success: false, reason: 'not_android' };
  try {
    const deviceInfo = await Device.getInfo();
    await StatusBar.hide();
    // With a listener Android does not close the app on the back button.
    await App.addListener('backButton', ({ canGoBack }) => {
      if (canGoBack) history.back();
    });
    await App.addListener('appStateChange', ({ isActive }) => {
      log(isActive ? 'Point of sale: active' : 'Point of sale: in the background');
    });
    return { success: true, deviceInfo };
  } catch (error) {
    return { success: false, error: error instanceof Error ? error.message : String(error) };
  }
}
