import { afterEach, vi } from 'vitest';

/** An upload asks the old way, which can say how far it is: it gets the answers of the fake server too. */
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
const usual = globalThis.XMLHttpRequest;
afterEach(() => void vi.stubGlobal('XMLHttpRequest', usual));

/** From now on in this test an upload reaches the fake server. */
export function uploadsAsFetched(): void {
  vi.stubGlobal('XMLHttpRequest', OldWay);
}
