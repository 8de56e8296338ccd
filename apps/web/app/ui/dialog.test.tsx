import { fireEvent, render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

test('an open dialog that is unmounted closes first, so that the browser restores the focus', () => {
  const closedInThePage: boolean[] = [];
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function close(this: HTMLDialogElement) {
    closedInThePage.push(this.isConnected);
  });
  const { rerender } = render(<Dialog open title="Dal Tadka" onClose={() => undefined} />);
  rerender(<p>The menu</p>);
  expect(closedInThePage).toEqual([true]);
});

test('closing clears the selection of a click inside, so that the field behind receives key presses', () => {
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

test('Escape and the close button ask once before they discard typed text', async () => {
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

test('a dialog without typed text closes without a question', () => {
  const onClose = vi.fn<() => void>();
  const { getByRole } = render(<Dialog open title="Dal Tadka" onClose={onClose} />);
  fireEvent(getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a click outside closes it; a click inside does not, nor one outside after typing', () => {
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

test('Escape and closing in a nested dialog leave the outer one open', () => {
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

test('a dialog that cannot be dismissed ignores Escape and clicks outside, and has no close button', () => {
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
