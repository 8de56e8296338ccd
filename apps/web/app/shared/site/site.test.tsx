import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useMe } from './site.ts';

function Greeting() {
  return <p>{useMe()?.displayName ?? 'nobody'}</p>;
}

const greeted = (root: { me: unknown } | null): string => {
  const route = { id: 'root', path: '/', element: <Greeting /> };
  const hydrationData = { loaderData: { ...(root && { root }) } };
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([route], { hydrationData })} />);
};

test('useAuth throws outside its provider [C-ERR-43]', () => {
  expect(greeted({ me: { displayName: 'Asha' } })).toBe('<p>Asha</p>');
  expect(greeted({ me: null })).toBe('<p>nobody</p>');
  expect(() => greeted(null)).toThrow('useAuth must be used within an AuthProvider');
});
