/** What leaves the house, in our words. Vendors are behind adapters. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The provider's id of what it took; a throw means it did not take it. */
export interface Mailer {
  readonly name: string;
  /** Whom it goes through, for people: 'smtp.example.com'. */
  readonly through: string;
  send(mail: Mail): Promise<{ providerId: string }>;
}

export interface SmsSender {
  readonly name: string;
  readonly through: string;
  send(sms: { to: string; text: string }): Promise<{ providerId: string }>;
}
