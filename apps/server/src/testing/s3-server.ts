import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with the next requests instead of its work. */
type Trouble = { readonly answer: number; readonly times: number } | 'hang' | null;

export const S3_KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' } as const;
export const S3_BUCKET = 'menu-pictures';

/** A bucket on loopback that refuses requests without a correct signature (Signature Version 4 of AWS). */
export async function s3Server() {
  const objects = new Map<string, { readonly bytes: Buffer; readonly type: string }>();
  const refused: string[] = [];
  let requests = 0;
  let trouble: Trouble = null;
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    requests++;
    if (trouble === 'hang') return;
    if (trouble) {
      const { answer, times } = trouble;
      trouble = times > 1 ? { answer, times: times - 1 } : null;
      return fail(response, answer, 'SlowDown');
    }
    const problem = signatureProblem(request, body);
    if (problem !== null) {
      refused.push(problem);
      return fail(response, 403, 'SignatureDoesNotMatch');
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', endpoint);
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
    if (bucket !== S3_BUCKET) return fail(response, 404, 'NoSuchBucket');
    if (searchParams.has('list-type')) return answerList(response, searchParams.get('prefix') ?? '');
    return answerObject(request, response, { name: rest.join('/'), body });
  }

  function answerList(response: ServerResponse, prefix: string): void {
    const found = Array.from(objects.keys()).filter((name) => name.startsWith(prefix));
    const contents = found.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('');
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`,
    );
  }

  function answerObject(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    { name, body }: { readonly name: string; readonly body: Buffer },
  ): void {
    if (method === 'HEAD') response.writeHead(200).end();
    else if (method === 'PUT') {
      objects.set(name, { bytes: body, type: headers['content-type'] ?? '' });
      response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
    } else if (method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
    } else {
      const object = objects.get(name);
      if (!object) return fail(response, 404, 'NoSuchKey');
      response.writeHead(200, { 'content-type': object.type }).end(object.bytes);
    }
  }

  return {
    endpoint,
    objects,
    /** Why requests were refused. */
    refused,
    requests: () => requests,
    trouble(next: Trouble): void {
      trouble = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();

/** Checks a signature as the documentation of AWS describes it; null when it is right. */
function signatureProblem({ method, url = '/', headers }: IncomingMessage, body: Buffer): string | null {
  const [, key, day, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (!key || !day || !region || !signed || !signature) return 'no signature';
  if (key !== S3_KEYS.accessKeyId) return 'unknown key';
  const time = String(headers['x-amz-date']);
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'host or date are not signed';
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'another body';
  const { pathname, searchParams } = new URL(url, 'http://here.invalid');
  searchParams.sort();
  const canonical = [
    method,
    pathname,
    searchParams.toString(),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signingKey = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    hmac(`AWS4${S3_KEYS.secretAccessKey}`, day),
  );
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'wrong signature';
}
