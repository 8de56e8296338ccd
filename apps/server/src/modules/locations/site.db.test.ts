import { expect, test } from 'vitest';
import { smtpMailer } from '../../adapters/messages/smtp.ts';
import { twilioSender } from '../../adapters/messages/twilio.ts';
import { testServer } from '../../testing/server.ts';

const silent = await testServer();
const talkative = await testServer({
  mailer: smtpMailer('smtp://127.0.0.1:2525'),
  sms: twilioSender({ accountSid: 'AC0', authToken: 'token', from: '+19025550100', apiBase: 'http://127.0.0.1:2526' }),
});

test('pages know which messages are really sent', async () => {
  expect((await silent.call('getSite', {})).body.site.sends).toEqual([]);
  expect((await talkative.call('getSite', {})).body.site.sends).toEqual(['email', 'sms']);
});
