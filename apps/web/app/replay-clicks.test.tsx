import { startTransition, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { dropHandledClick, useReplayedClicks } from './replay-clicks.ts';

function Page() {
  useReplayedClicks();
  const [count, setCount] = useState(0);
  return (
    <div onClickCapture={dropHandledClick}>
      <button type="button" onClick={() => setCount(count + 1)}>
        {count}
      </button>
    </div>
  );
}

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

/** The page as the server sent it, with the clicks collected as its inline script does. */
function serverPage() {
  const container = document.createElement('div');
  container.innerHTML = renderToString(<Page />);
  document.body.append(container);
  const buttons = new Set<Element>();
  const keep = ({ target }: Event) => void buttons.add(target as Element);
  addEventListener('click', keep, true);
  globalThis.earlyPresses = { buttons, stop: () => removeEventListener('click', keep, true) };
  const button = container.querySelector('button');
  if (!button) throw new Error('no button');
  const cancel = vi.fn<() => void>();
  button.getAnimations = () => [{ cancel } as unknown as Animation];
  const hydrate = () => startTransition(() => void (root = hydrateRoot(container, <Page />)));
  return { button, cancel, hydrate };
}

test('a button that was pressed twice before the scripts started is pressed once', async () => {
  const { button, cancel, hydrate } = serverPage();
  button.click();
  button.click();
  expect(cancel).not.toHaveBeenCalled();
  hydrate();
  await vi.waitFor(() => expect(button.textContent).toBe('1'));
  // It pulsed until now.
  expect(cancel).toHaveBeenCalledOnce();
  expect(globalThis.earlyPresses).toBeUndefined();
});

test('a button that is pressed while the scripts start is pressed once', async () => {
  const { button, hydrate } = serverPage();
  hydrate();
  button.click();
  await vi.waitFor(() => expect(globalThis.earlyPresses).toBeUndefined());
  await vi.waitFor(() => expect(button.textContent).toBe('1'));
});
