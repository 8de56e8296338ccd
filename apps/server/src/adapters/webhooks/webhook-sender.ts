import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { say } from '@tiffin/domain/core';
import { Webhook } from 'standardwebhooks';
import {
  checkedAddress,
  isLocalAddress,
  isPublicAddress,
  requestAt,
  resolveAddresses,
  type AddressRules,
} from '../web/public-addresses.ts';

export interface WebhookResult {
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly text: string;
}

export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
  /** The message is signed with each of them. */
  readonly secrets: readonly string[];
}

export interface WebhookSender {
  /** Why the address cannot be used, or null. A name that does not resolve now may do so later. */
  findProblem(url: string): Promise<string | null>;
  send(url: string, message: WebhookMessage): Promise<WebhookResult>;
}

interface Options extends Partial<AddressRules> {
  /** Lets webhooks reach this machine and private networks, also without TLS. */
  readonly allowLocal: boolean;
  readonly withinMs?: number;
}

const ANSWER_CHARACTERS = 300;
const KEPT_OPEN_MS = 30_000;

/**
 * Posts signed messages (standardwebhooks.com) to addresses that admins entered. Redirects are not followed.
 * Connections stay open for the next delivery.
 */
export function webhookSender({ allowLocal, withinMs = 10_000, ...rules }: Options): WebhookSender {
  const addressRules: AddressRules = {
    resolve: (host) => resolveAddresses(host),
    isAllowed: (address) => isPublicAddress(address) || (allowLocal && isLocalAddress(address)),
    ...rules,
  };
  const pool = { keepAlive: true, timeout: KEPT_OPEN_MS, maxSockets: 8 };
  const agents = { 'http:': new HttpAgent(pool), 'https:': new HttpsAgent(pool) };

  function agentFor({ protocol, username, password }: URL) {
    if (username || password) return null;
    return protocol === 'https:' || (allowLocal && protocol === 'http:') ? agents[protocol] : null;
  }

  return {
    async findProblem(address) {
      const url = new URL(address);
      if (!agentFor(url)) return say`Enter an address that begins with https://, without a password`;
      const checked = await checkedAddress(url, addressRules).catch(() => UNRESOLVED);
      return checked === null ? PRIVATE_ADDRESS : null;
    },

    async send(address, { id, body, secrets }) {
      try {
        const url = new URL(address);
        const agent = agentFor(url);
        const signal = AbortSignal.timeout(withinMs);
        const checked = agent && (await checkedAddress(url, addressRules));
        if (!agent || checked === null) return { status: null, text: PRIVATE_ADDRESS };
        // Receivers compare it with their own clock.
        const now = new Date();
        const headers = {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
          'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
        };
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          const request = requestAt(checked, url, { method: 'POST', headers, agent, signal });
          request.on('response', resolve).on('error', reject).end(body);
        });
        return { status: answer.statusCode ?? null, text: await beginningOf(answer).catch(() => '') };
      } catch (error) {
        return { status: null, text: failureText(error, withinMs) };
      }
    },
  };
}

/** Stands for the address of a name that does not resolve now. */
const UNRESOLVED = '';
const PRIVATE_ADDRESS = say`This address is inside a private network. Use a public one.`;

/** A long answer is cut off, and its connection closed. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  // With an encoding every chunk is a string.
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > ANSWER_CHARACTERS) break;
  }
  return text.slice(0, ANSWER_CHARACTERS);
}

function failureText(error: unknown, withinMs: number): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return say`No answer within ${withinMs / 1_000} seconds`;
  return code ?? message ?? String(error);
}
