/** A message that leaves the server, independent of the provider's adapter. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** A permanent id of the mail, so that bounces and duplicates can be recognised. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where answers go; the sender if absent. */
  readonly replyTo?: string | null;
  /** An event for the recipient's calendar (RFC 5546). */
  readonly calendar?: CalendarPart | null;
}

export interface CalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly file: string;
}

/** Sends mails. `send` returns the provider's id of the message, or throws `DeliveryError`. */
export interface Mailer {
  readonly name: string;
  /** The name of the provider for people: 'smtp.example.com'. */
  readonly through: string;
  send(mail: Mail): Promise<{ providerId: string }>;
  close?(): void;
}

/** Sends text messages in the same way. */
export interface SmsSender {
  readonly name: string;
  readonly through: string;
  send(sms: { to: string; text: string }): Promise<{ providerId: string }>;
  /** Reads a text that a guest sent back; null if the provider did not sign it. Absent if none arrive here. */
  readonly readReply?: ((request: ReplyRequest) => { from: string; text: string } | null) | undefined;
}

/** A request of the provider, with the address under which it knows us. */
interface ReplyRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Headers;
}

/**
 * Why a message was not sent. `refused`: permanent, for example no such address. `later`: certainly not accepted this
 * time. `unsure`: the connection broke during the transfer, so it may have been sent.
 */
export class DeliveryError extends Error {
  readonly kind: 'refused' | 'later' | 'unsure';

  constructor(kind: DeliveryError['kind'], message: string) {
    super(message);
    this.name = 'Undelivered';
    this.kind = kind;
  }
}
