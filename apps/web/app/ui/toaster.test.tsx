import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster } from './toaster.tsx';
import { toast } from './toasts.ts';

afterEach(() => toast.dismiss());

test('a toast that replaces another has neither its Undo nor its description', async () => {
  const onClick = vi.fn<() => void>();
  render(<Toaster />);
  toast.message('Dal removed', { id: 'cart', description: 'Two portions', action: { label: 'Undo', onClick } });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(onClick).toHaveBeenCalledOnce();
  toast.message('Naan removed', { id: 'cart', description: 'One portion', action: { label: 'Undo', onClick } });
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  toast.success('Samosas added', { id: 'cart' });
  await expect(screen).toShow('Samosas added');
  expect([screen.queryByText('Naan removed'), screen.queryByText('One portion')]).toEqual([null, null]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a toast stays above the bar at the bottom, which moves up where the footer begins', async () => {
  const [hidden, bar] = [document.createElement('div'), document.createElement('div')];
  for (const each of [hidden, bar]) each.dataset['bottomBar'] = '';
  document.body.append(hidden, bar);
  let top = innerHeight - 80;
  bar.getBoundingClientRect = () => new DOMRect(0, top, 390, 80);
  render(<Toaster />);
  toast.message('Dal removed');
  const layer = (await screen.findByText('Dal removed')).closest<HTMLElement>('[popover]');
  expect(layer?.style.getPropertyValue('--bar-below')).toBe('80px');
  top -= 115;
  dispatchEvent(new Event('scroll'));
  expect(layer?.style.getPropertyValue('--bar-below')).toBe('195px');
  bar.remove();
  await vi.waitFor(() => expect(layer?.style.getPropertyValue('--bar-below')).toBe('0px'));
});
