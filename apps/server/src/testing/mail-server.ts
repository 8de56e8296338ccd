import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly to: string;
  /** The mail as received, with headers. */
  readonly raw: string;
}

export interface MailServer extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** Called for each recipient. A result refuses it, for example [550, 'No such mailbox']. */
  refuse: (to: string) => readonly [code: number, words: string] | null;
  /** Called when a whole mail has arrived. The mail is confirmed when the result resolves. */
  onMail: (mail: Received) => void | Promise<void>;
}

/** A real SMTP server on loopback that stores what it receives. */
export async function mailServer(): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refusal = mail.refuse(address);
      done(refusal ? Object.assign(new Error(refusal[1]), { responseCode: refusal[0] }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const one = { to, raw: Buffer.concat(chunks).toString('utf8') };
        received.push(one);
        void (async () => {
          await mail.onMail(one);
          done();
        })();
      });
    },
  });
  server.on('error', () => undefined); // A client was killed.
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: () => null,
    onMail: () => undefined,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mail;
}
