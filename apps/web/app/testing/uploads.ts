import { vi } from 'vitest';

/** Uploads use XMLHttpRequest because it reports progress; this fake forwards them to the fake server. */
class OldWay extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #at = '';
  open(_method: string, at: string): void {
    this.#at = at;
  }
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
  }
  async send(): Promise<void> {
    const answer = await fetch(this.#at, { method: 'POST' });
    this.status = answer.status;
    this.responseText = await answer.text();
    this.dispatchEvent(new Event('load'));
    this.dispatchEvent(new Event('loadend'));
  }
}

/** Sends the uploads of the rest of this test to the fake server. */
export function uploadsAsFetched(): void {
  vi.stubGlobal('XMLHttpRequest', OldWay);
}
