import { createHmac } from 'node:crypto';
import { withPlainPunctuation } from '@tiffin/domain/messages';
import { z } from 'zod';
import { sameToken } from '../../platform/auth/secrets.ts';
import { DeliveryError, type SmsSender } from './message-senders.ts';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number, or the id of a messaging service. */
  readonly from: string;
  readonly apiBase: string;
  /** True if Twilio is set up to send us the texts that guests answer with. */
  readonly hasReplies?: boolean;
}

const ANSWER_WITHIN_MS = 20_000;
const acceptedAnswer = z.object({ sid: z.string().min(1) });
const refusedAnswer = z.object({ message: z.string(), code: z.number().optional() });

/** Sends each text message by one HTTPS request. */
export function twilioSender({ accountSid, authToken, from, apiBase, hasReplies }: TwilioAccount): SmsSender {
  const url = `${apiBase}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    name: 'twilio',
    through: new URL(apiBase).host,
    readReply: hasReplies
      ? ({ url: address, body, headers }) => {
          const form = new URLSearchParams(body);
          const isSigned = sameToken(signatureOf(authToken, address, form), headers.get('x-twilio-signature') ?? '');
          return isSigned ? { from: form.get('From') ?? '', text: form.get('Body') ?? '' } : null;
        }
      : undefined,
    async send({ to, text }) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        // A curly quote alone would more than double the number of messages that are charged.
        body: new URLSearchParams({ To: to, Body: withPlainPunctuation(text), [sender]: from }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      }).catch((error: unknown) => {
        throw toDeliveryError(error);
      });
      const body: unknown = await answer.json().catch(() => null);
      if (answer.ok) {
        const accepted = acceptedAnswer.safeParse(body);
        if (accepted.success) return { providerId: accepted.data.sid };
        throw new DeliveryError('unsure', `Twilio gave an answer that cannot be read (${answer.status})`);
      }
      const refusal = refusedAnswer.safeParse(body);
      const words = refusal.success ? refusal.data.message : `Twilio answered ${answer.status}`;
      // Wrong credentials, limits and server errors are temporary; a wrong number is permanent.
      const isTemporary = [401, 403, 408, 429].includes(answer.status) || answer.status >= 500;
      throw new DeliveryError(isTemporary ? 'later' : 'refused', words);
    },
  };
}

/** https://www.twilio.com/docs/usage/security#validating-requests */
function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

function toDeliveryError(error: unknown): DeliveryError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const words = cause instanceof Error ? cause.message : String(cause);
  const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(code);
  return new DeliveryError(neverConnected ? 'later' : 'unsure', `Twilio cannot be reached: ${words}`);
}
