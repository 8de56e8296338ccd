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

test.each(['Łukasz', '李雷', 'ਗੁਰਪ੍ਰੀਤ', 'محمد'])(
  'a mail to %s has the name in subject, sender and text',
  async (name) => {
    await using server = await mailServer();
    const mailer = smtpMailer(server.url);
    const subject = `${name}, your order TRU-20261120-7KQ4M is ready. See you soon, ${name}`;
    await mailer.send({
      ...mail,
      from: { ...mail.from, name },
      subject,
      text: `Hi ${name}\n`,
      html: `<p>Hi ${name}</p>`,
    });
    mailer.close?.();
    const { raw = '' } = server.received[0] ?? {};
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ');
    // Headers are ASCII, in lines of at most 78 characters.
    expect(raw).not.toMatch(/\P{ASCII}/u);
    expect(raw.split('\r\n').every((line) => line.length <= 78)).toBe(true);
    expect(decodeWords(/^Subject: (.*)$/m.exec(head)?.[1] ?? '')).toBe(subject);
    expect(decodeWords(/^From: (.*)$/m.exec(head)?.[1] ?? '')).toBe(`${name} <kitchen@bread.example>`);
    expect(raw).toContain('charset=utf-8');
    expect(decodeBody(raw)).toContain(`Hi ${name}`);
  },
);

/** Decodes the encoded words of a header (RFC 2047). The space between two of them does not count. */
function decodeWords(header: string): string {
  const bytes: Buffer[] = [];
  for (const part of header.replaceAll(/(\?=) (=\?)/g, '$1$2').split(/(=\?utf-8\?[bq]\?[^?]*\?=)/i)) {
    const [, kind = '', text = ''] = /^=\?utf-8\?([bq])\?([^?]*)\?=$/i.exec(part) ?? [];
    if (kind === '') bytes.push(Buffer.from(part));
    else if (kind.toLowerCase() === 'b') bytes.push(Buffer.from(text, 'base64'));
    else bytes.push(decodeQuoted(text.replaceAll('_', ' ')));
  }
  return Buffer.concat(bytes).toString('utf8');
}

function decodeQuoted(text: string): Buffer {
  const hex = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(hex, 'latin1');
}

/** The parts of a mail, decoded. */
function decodeBody(raw: string): string {
  return raw
    .split(/\r\n--[^\r]*/)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const text = body.join('\r\n\r\n');
      return /encoding: base64/i.test(head)
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text).toString('utf8');
    })
    .join('\n');
}

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
