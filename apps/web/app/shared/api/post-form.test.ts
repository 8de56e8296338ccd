import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postForm, type Sending } from './post-form.ts';

/** An XMLHttpRequest whose events the test sends. */
class HandledRequest extends EventTarget {
  static last: HandledRequest;
  readonly upload = new EventTarget();
  isSent = false;
  status = 0;
  responseText = '';
  constructor() {
    super();
    HandledRequest.last = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    this.isSent = true;
  }
  abort(): void {
    if (!this.isSent) return;
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', HandledRequest);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const upload = (file: Blob, sending?: Sending) => postForm('uploadBrandImage', { file }, sending);

test('an upload that makes no progress for 30 s is given up, a slow one is not [C-API-02]', async () => {
  const uploaded = upload(new Blob(['photo'])).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(29_000);
  HandledRequest.last.upload.dispatchEvent(
    Object.assign(new Event('progress'), { lengthComputable: true, loaded: 1, total: 5 }),
  );
  const settled = vi.fn<(error: unknown) => void>();
  void uploaded.then(settled);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await uploaded).toMatchObject({ code: 'timeout' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a file that changed on the disk is told apart from a lost connection [C-ERR-23]', async () => {
  const changed = new Blob(['photo']);
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('changed', 'NotReadableError'));
  const failed = upload(changed);
  HandledRequest.last.dispatchEvent(new Event('error'));
  await expect(failed).rejects.toMatchObject({
    code: 'cannot-slice-blob',
    message: 'File upload failed. Please try again.',
  });
  const lost = upload(changed);
  HandledRequest.last.dispatchEvent(new Event('error'));
  await expect(lost).rejects.toMatchObject({ code: 'network-error' });
});

test('an upload is stopped while it is sent, and is not sent if it was stopped before', async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = upload(new Blob(['photo']), { signal });
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  await expect(upload(new Blob(['photo']), { signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(HandledRequest.last.isSent).toBe(false);
});
