import { looksLikeEmail } from '@tiffin/domain/people';
import { createTransport } from 'nodemailer';
import { DeliveryError, type Mailer } from './message-senders.ts';

/** The number of connections that mail servers usually allow one client. */
export const SMTP_CONNECTIONS = 5;

export interface DkimKey {
  readonly selector: string;
  readonly privateKey: string;
}

/** Sends mail through any SMTP server over a few connections that stay open while there is work. */
export function smtpMailer(url: string, signing: DkimKey | null = null): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    // The outbox decides about retries, because it records every attempt.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'smtp',
    through: new URL(url).host,
    async send(mail) {
      // Otherwise a text that contains two addresses would be sent to both.
      if (!looksLikeEmail(mail.to)) throw new DeliveryError('refused', `Not an email address: ${mail.to}`);
      if (mail.from.address === '') throw new DeliveryError('later', NO_SENDER);
      try {
        const mailOptions = {
          from: mail.from,
          to: { name: '', address: mail.to },
          envelope: { from: mail.from.address, to: [mail.to] },
          subject: mail.subject,
          text: mail.text,
          html: mail.html ?? undefined,
          messageId: mail.messageId,
          headers: { ...mail.headers },
          replyTo: mail.replyTo ? { name: '', address: mail.replyTo } : undefined,
          icalEvent: mail.calendar
            ? { method: mail.calendar.method, filename: 'reservation.ics', content: mail.calendar.file }
            : undefined,
          dkim: signing ? dkimFor(mail.from.address, signing) : undefined,
        };
        const sent = await transport.sendMail(mailOptions);
        return { providerId: sent.response };
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
    close: () => transport.close(),
  };
}

const NO_SENDER = 'Mails have no sender: set MAIL_FROM, or the sender’s email in the settings';

function dkimFor(from: string, { selector, privateKey }: DkimKey) {
  return { domainName: from.slice(from.lastIndexOf('@') + 1), keySelector: selector, privateKey };
}

/** Errors before the transfer, such as no connection or a failed sign-in. The mail was certainly not sent. */
const EARLY_ERRORS = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'EPROXY', 'ECONFIG', 'EREQUIRETLS']);
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL']);

function toDeliveryError(error: unknown): DeliveryError {
  const { message, code, responseCode, originalCode } = errorFieldsOf(error);
  // Wrong credentials also return 5xx, but they are a configuration error and not a bad address.
  if (EARLY_ERRORS.has(code)) return new DeliveryError('later', message);
  if (responseCode !== null) return new DeliveryError(responseCode >= 500 ? 'refused' : 'later', message);
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new DeliveryError('refused', message);
  const neverConnected = UNREACHABLE.has(originalCode) || /connection timeout|greeting/i.test(message);
  return new DeliveryError(neverConnected ? 'later' : 'unsure', message);
}

function errorFieldsOf(error: unknown) {
  const failure: { message?: unknown; code?: unknown; responseCode?: unknown; originalCode?: unknown } =
    error instanceof Error ? error : {};
  return {
    message: typeof failure.message === 'string' ? failure.message : String(error),
    code: typeof failure.code === 'string' ? failure.code : '',
    responseCode: typeof failure.responseCode === 'number' ? failure.responseCode : null,
    originalCode: typeof failure.originalCode === 'string' ? failure.originalCode : '',
  };
}
