/** A device, as its browser's push service knows it. */
export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The keys by which push services know the house. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** How a push service reaches us: an address of the web or of mail. */
  readonly contact: string;
}

export type PushFate =
  | 'sent'
  /** The device is no more, or wants no more. */
  | 'gone'
  /** Perhaps later. */
  | 'failed';

export interface PushSender {
  send(device: PushDevice, text: string, keys: PushKeys): Promise<PushFate>;
}
