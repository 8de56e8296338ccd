import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { mailServer } from '../../testing/mail-server.ts';
import { smtpMailer } from './smtp.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signing = {
  selector: 'tiffin',
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
};
const mail = {
  from: { name: 'Bread & Salt', address: 'kitchen@bread.example' },
  to: 'asha@example.test',
  subject: 'Your order',
  text: 'It is ready.\n',
  html: '<p>It is ready.</p>',
  messageId: '<1@bread.example>',
  headers: {},
};

/** Verifies the DKIM signature by RFC 6376 with relaxed canonicalisation of headers and body. */
function isSigned(raw: string): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const relaxed = (line: string) => {
    const [name = '', ...value] = line.split(':');
    return `${name.toLowerCase().trim()}:${value.join(':').replaceAll(/\s+/g, ' ').trim()}`;
  };
  const signature = headers.map(relaxed).find((line) => line.startsWith('dkim-signature:')) ?? '';
  const part = (name: string) => new RegExp(`[ ;:]${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(' ', '') ?? '';
  const body = raw
    .slice(end + 4)
    .replaceAll(/[ \t]+\r\n/g, '\r\n')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  if (createHash('sha256').update(body).digest('base64') !== part('bh')) return false;
  const signed = part('h')
    .split(':')
    .map((name) => headers.map(relaxed).find((line) => line.startsWith(`${name.toLowerCase()}:`)) ?? '');
  const own = signature.replace(/([ ;])b=[^;]*/, '$1b=');
  const verify = createVerify('rsa-sha256').update([...signed, own].join('\r\n'));
  return verify.verify(keys.publicKey, part('b'), 'base64');
}

test('signs mail for the sender’s domain when a key is configured', async () => {
  await using server = await mailServer();
  const mailer = smtpMailer(server.url, signing);
  await mailer.send(mail);
  mailer.close?.();
  const { raw = '' } = server.received[0] ?? {};
  expect(raw).toMatch(/DKIM-Signature:[^]*d=bread\.example;[^]*s=tiffin;/);
  expect(isSigned(raw)).toBe(true);
  expect(isSigned(raw.replace('It is ready.', 'It is late.'))).toBe(false);
});

test('sends mail unsigned without a key, and refuses to send without a sender', async () => {
  await using server = await mailServer();
  const mailer = smtpMailer(server.url);
  await mailer.send(mail);
  await expect(mailer.send({ ...mail, from: { name: '', address: '' } })).rejects.toThrow('Mails have no sender');
  mailer.close?.();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.raw).not.toContain('DKIM');
});

test('an event for the calendar is a part of the mail with its method', async () => {
  await using server = await mailServer();
  const mailer = smtpMailer(server.url, signing);
  const file = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
  await mailer.send({ ...mail, replyTo: 'truro@bread.example', calendar: { method: 'CANCEL', file } });
  mailer.close?.();
  const { raw = '' } = server.received[0] ?? {};
  expect(raw).toMatch(/^Content-Type: text\/calendar;[^]*?method=CANCEL/m);
  expect(raw).toMatch(/^Reply-To: truro@bread\.example\r$/m);
  expect(isSigned(raw)).toBe(true);
});
