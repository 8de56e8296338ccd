import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postForm } from './post-form.ts';

/** An XMLHttpRequest whose events the test sends. */
class HandledRequest extends EventTarget {
  static last: HandledRequest;
  readonly upload = new EventTarget();
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
  send(): void {}
  abort(): void {
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

const upload = (file: Blob) => postForm('uploadBrandImage', { file });

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
