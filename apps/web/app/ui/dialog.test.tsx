import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(() => void vi.restoreAllMocks());

test('a dialog that is taken away while it is open is closed first, so that the browser gives the focus back', () => {
  const closedInThePage: boolean[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function close(this: HTMLDialogElement) {
    closedInThePage.push(this.isConnected);
  });
  const { rerender } = render(<Dialog open title="Dal Tadka" onClose={() => undefined} />);
  rerender(<p>The menu</p>);
  expect(closedInThePage).toEqual([true]);
});
