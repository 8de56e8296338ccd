/** What leaves the server, in our words. Vendors are behind adapters. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Names the mail for ever, so that a bounce or a second copy can be told. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers with the provider's id of what it took; throws an Undelivered when it did not. */
export interface Mailer {
  readonly name: string;
  /** Whom it goes through, for people: 'smtp.example.com'. */
  readonly through: string;
  send(mail: Mail): Promise<{ providerId: string }>;
  close?(): void;
}

export interface SmsSender {
  readonly name: string;
  readonly through: string;
  send(sms: { to: string; text: string }): Promise<{ providerId: string }>;
}

/**
 * Why a message did not leave. `refused`: it will never be taken (no such address). `later`: it was
 * surely not taken this time. `unsure`: the line broke while it was handed over, so it may have been.
 */
export class Undelivered extends Error {
  readonly kind: 'refused' | 'later' | 'unsure';

  constructor(kind: Undelivered['kind'], words: string) {
    super(words);
    this.name = 'Undelivered';
    this.kind = kind;
  }
}
