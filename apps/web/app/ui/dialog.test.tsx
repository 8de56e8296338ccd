import { fireEvent, render, waitFor } from '@testing-library/react';
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

test('what was clicked in a dialog keeps no selection when it closes: the field behind hears the next key', () => {
  const selected: number[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(() => {
    selected.push(getSelection()?.rangeCount ?? 0);
  });
  const { rerender, getByText } = render(
    <Dialog open title="Thali" onClose={() => undefined}>
      <p>Large</p>
    </Dialog>,
  );
  getSelection()?.selectAllChildren(getByText('Large'));
  rerender(<p>The menu</p>);
  expect(selected).toEqual([0]);
});

test('what was typed is asked about once before Escape or the close button throws it away', async () => {
  const onClose = vi.fn<() => void>();
  const { getByRole, queryByText } = render(
    <Dialog open unsaved title="Dal Tadka" onClose={onClose}>
      <p>The form</p>
    </Dialog>,
  );
  fireEvent(getByRole('dialog'), new Event('cancel', { cancelable: true }));
  fireEvent.click(getByRole('button', { name: 'Keep editing' }));
  expect(queryByText('Discard what you typed?')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(getByRole('button', { name: 'Close' }));
  fireEvent.click(getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('a dialog in which nothing was typed closes without a question', () => {
  const onClose = vi.fn<() => void>();
  const { getByRole } = render(<Dialog open title="Dal Tadka" onClose={onClose} />);
  fireEvent(getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a click beside it closes it, one inside it does not, nor one beside what was filled in', () => {
  const onClose = vi.fn<() => void>();
  const { getByRole } = render(
    <Dialog open title="Dal Tadka" onClose={onClose}>
      <form>
        <input aria-label="Note" />
      </form>
    </Dialog>,
  );
  const dialog = getByRole('dialog');
  fireEvent.click(getByRole('heading', { name: 'Dal Tadka' }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.input(getByRole('textbox', { name: 'Note' }), { target: { value: 'mild' } });
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape and a close in a dialog inside another leave the outer one open', () => {
  const [outer, inner] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { getByRole } = render(
    <Dialog open title="Order" onClose={outer}>
      <Dialog open title="Refund" onClose={inner}>
        <p>All of it</p>
      </Dialog>
    </Dialog>,
  );
  const refund = getByRole('dialog', { name: 'Refund' });
  fireEvent(refund, new Event('cancel', { cancelable: true, bubbles: true }));
  fireEvent(refund, new Event('close', { bubbles: true }));
  fireEvent.click(refund);
  expect(outer).not.toHaveBeenCalled();
  expect(inner).toHaveBeenCalled();
});

test('what must be settled first is closed neither by Escape nor beside it, and has no close button', () => {
  const onClose = vi.fn<() => void>();
  const { getByRole, queryByRole } = render(
    <Dialog open dismissable={false} title="Paying" onClose={onClose}>
      <p>The card is read</p>
    </Dialog>,
  );
  const dialog = getByRole('dialog');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  expect(queryByRole('button', { name: 'Close' })).toBeNull();
});
