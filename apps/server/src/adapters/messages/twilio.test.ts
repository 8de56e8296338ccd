import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { DeliveryError } from './message-senders.ts';
import { twilioSender } from './twilio.ts';

const requests: { path: string; authorization: string; form: URLSearchParams }[] = [];
let answer = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}');
};
const standIn = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      form: new URLSearchParams(body),
    });
    answer(request, response);
  });
}).listen(0, '127.0.0.1');
await once(standIn, 'listening');
const address = standIn.address();
const apiBase = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
const account = { accountSid: 'AC1', authToken: 'secret', from: '+19025550100', apiBase };
const sms = { to: '+19025550123', text: 'Your order 7KQ4M is ready & waiting.' };

afterAll(() => standIn.close());

test('sends a text as one request with account, sender and text', async () => {
  expect(await twilioSender(account).send(sms)).toEqual({ providerId: 'SM1' });
  const [request] = requests;
  expect(request?.path).toBe('/2010-04-01/Accounts/AC1/Messages.json');
  expect(request?.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`);
  expect(Object.fromEntries(request?.form ?? [])).toEqual({ To: sms.to, Body: sms.text, From: '+19025550100' });
});

test('reads a text that Twilio signed, as in the example of its own libraries, and no other', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const body = 'Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE';
  const headers = (signature: string) => new Headers({ 'x-twilio-signature': signature });
  const signed = { url, body, headers: headers('RSOYDt4T1cUTdK1PDd93/VVr8B8=') };
  const { readReply } = twilioSender({ ...account, authToken: '12345', hasReplies: true });
  expect(readReply?.(signed)).toEqual({ from: '+14158675309', text: '' });
  expect(readReply?.({ ...signed, body: body.replace('1234&', '1235&') })).toBeNull();
  expect(readReply?.({ ...signed, headers: new Headers() })).toBeNull();
  expect(twilioSender(account).readReply).toBeUndefined();
});

test('a messaging service can be the sender instead of a number', async () => {
  await twilioSender({ ...account, from: 'MG42' }).send(sms);
  expect(requests.at(-1)?.form.get('MessagingServiceSid')).toBe('MG42');
});

test.each([
  ['L’Orient – it’s ready\u00a0!', "L'Orient - it's ready !"],
  ['L’Orient: Łukasz', 'L’Orient: Łukasz'],
  ['李雷, ਗੁਰਪ੍ਰੀਤ, محمد', '李雷, ਗੁਰਪ੍ਰੀਤ, محمد'],
])('sends %j as %j', async (text, body) => {
  await twilioSender(account).send({ ...sms, text });
  expect(requests.at(-1)?.form.get('Body')).toBe(body);
});

const json = { 'content-type': 'application/json' };

test.each<[string, number, string, DeliveryError['kind'], RegExp]>([
  ['a number that is none', 400, '{"code":21211,"message":"Invalid To number"}', 'refused', /Invalid To number/],
  ['a number that left', 400, '{"code":21610,"message":"Unsubscribed recipient"}', 'refused', /Unsubscribed/],
  ['wrong credentials', 401, '{"code":20003,"message":"Authenticate"}', 'later', /Authenticate/],
  ['too many', 429, '{"message":"Too many requests"}', 'later', /Too many/],
  ['an error of the service', 503, '<html>Sorry</html>', 'later', /503/],
  ['nonsense', 200, '<html>Welcome</html>', 'unsure', /cannot be read/],
])('%s: %i %s is "%s"', async (_what, status, body, kind, pattern) => {
  answer = (_request, response) => void response.writeHead(status, json).end(body);
  const error = await twilioSender(account)
    .send(sms)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeliveryError);
  expect(error).toMatchObject({ kind, message: expect.stringMatching(pattern) });
});

test('a connection that breaks during the request is unsure, one that was never established is not', async () => {
  answer = (request) => void request.socket.destroy();
  const broken = await twilioSender(account)
    .send(sms)
    .catch((thrown: unknown) => thrown);
  expect(broken).toMatchObject({ kind: 'unsure' });
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const at = closed.address();
  closed.close();
  const nobody = { ...account, apiBase: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}` };
  const absent = await twilioSender(nobody)
    .send(sms)
    .catch((thrown: unknown) => thrown);
  expect(absent).toMatchObject({ kind: 'later' });
});

test('does not follow redirects with the credentials', async () => {
  answer = (_request, response) => void response.writeHead(307, { location: `${apiBase}/elsewhere` }).end();
  await expect(twilioSender(account).send(sms)).rejects.toBeInstanceOf(DeliveryError);
});
