import type { Config } from '../../config.ts';
import type { Mailer, SmsSender } from './message-senders.ts';
import { twilioSender } from './twilio.ts';

const TWILIO = 'https://api.twilio.com';

/** The configured senders. Null where none is configured; those messages stay in the outbox. */
export async function createMessageSenders(config: Config): Promise<{ mailer: Mailer | null; sms: SmsSender | null }> {
  const { DKIM_SELECTOR: selector, DKIM_KEY: privateKey } = config;
  const signing = selector && privateKey ? { selector, privateKey } : null;
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config;
  return {
    mailer: config.SMTP_URL ? (await import('./smtp.ts')).smtpMailer(config.SMTP_URL, signing) : null,
    sms:
      accountSid && authToken && from
        ? twilioSender({
            accountSid,
            authToken,
            from,
            apiBase: config.TWILIO_API_BASE ?? TWILIO,
            hasReplies: config.TWILIO_REPLIES,
          })
        : null,
  };
}
