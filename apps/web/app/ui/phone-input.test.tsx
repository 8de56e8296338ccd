import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Field } from './field.tsx';
import { PhoneInput } from './phone-input.tsx';

function Phone() {
  const [phone, setPhone] = useState('');
  return (
    <>
      <Field label="Phone">
        <PhoneInput value={phone} onValue={setPhone} />
      </Field>
      <output>{phone}</output>
    </>
  );
}

function TwoNumbers() {
  const [phone, setPhone] = useState('');
  return (
    <>
      <Field label="Phone">
        <PhoneInput value={phone} onValue={setPhone} />
      </Field>
      <button type="button" onClick={() => setPhone('+19025550123')}>
        The next guest
      </button>
      <button type="button" onClick={() => setPhone('')}>
        Forget
      </button>
    </>
  );
}

test.each([
  ['The next guest', '(902) 555-0123'],
  ['Forget', ''],
])('the country chosen for one number does not apply to the next: %s', async (next, shown) => {
  render(<TwoNumbers />);
  const user = userEvent.setup();
  const input = screen.getByLabelText<HTMLInputElement>('Phone');
  await user.click(input);
  await user.paste('+44 20 7946 0958');
  await screen.findByRole('button', { name: 'Country: United Kingdom, GB +44' });
  await user.click(screen.getByRole('button', { name: next }));
  await screen.findByRole('button', { name: 'Country: Canada, CA +1' });
  expect(input.value).toBe(shown);
});

test.each([
  ['+44 20 7946 0958', '+442079460958', 'Country: United Kingdom, GB +44', '020 7946 0958'],
  ['011 44 20 7946 0958', '+442079460958', 'Country: United Kingdom, GB +44', '020 7946 0958'],
  ['0044 20 7946 0958', '+442079460958', 'Country: United Kingdom, GB +44', '020 7946 0958'],
  ['+1 902 555 0123', '+19025550123', 'Country: Canada, CA +1', '(902) 555-0123'],
])('a pasted %s shows its country at once', async (pasted, sent, country, shown) => {
  render(<Phone />);
  const user = userEvent.setup();
  const input = screen.getByLabelText<HTMLInputElement>('Phone');
  await user.click(input);
  await user.paste(pasted);
  await screen.findByRole('button', { name: country });
  expect(input.value).toBe(shown);
  expect(document.querySelector('output')?.textContent).toBe(sent);
});

/* Each reads the modules anew, because a page loads the numbering plans once. */

async function openFreshPage(country: string) {
  vi.resetModules();
  const { setNumberingPlans, setPhoneCountry } = await import('@tiffin/domain/people');
  setNumberingPlans();
  setPhoneCountry(country);
  const { PhoneInput: Fresh } = await import('./phone-input.tsx');
  const { Field: FreshField } = await import('./field.tsx');
  const { Toaster } = await import('./toaster.tsx');
  function Page() {
    const [phone, setPhone] = useState('');
    return (
      <>
        <FreshField label="Phone">
          <Fresh value={phone} onValue={setPhone} />
        </FreshField>
        <output>{phone}</output>
        <Toaster />
      </>
    );
  }
  render(<Page />);
  return { user: userEvent.setup(), input: screen.getByRole<HTMLInputElement>('textbox') };
}

test('a guest in Canada reads the code of the country before the plans are loaded', async () => {
  await openFreshPage('CA');
  expect(screen.getByRole('button', { name: 'Country: Canada, CA +1' })).toBeDefined();
});

test('a French number that was typed while the plans were loaded gets its country code', async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.doMock(import('./phone-countries.ts'), async (original) => {
    await arrival;
    return original();
  });
  onTestFinished(() => vi.doUnmock('./phone-countries.ts'));
  const { user, input } = await openFreshPage('FR');
  expect(screen.getByRole('button', { name: 'Country: France, FR' })).toBeDefined();
  await user.type(input, '06 12 34 56 78');
  expect(document.querySelector('output')?.textContent).toBe('0612345678');
  arrive();
  await screen.findByText('+33612345678');
  expect(input.value).toBe('06 12 34 56 78');
  expect(screen.getByRole('button', { name: 'Country: France, FR +33' })).toBeDefined();
});

test('a guest whose list of countries cannot be loaded reads what to type, and may try again', async () => {
  let isReachable = false;
  vi.doMock(import('./phone-countries.ts'), async (original) => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    return original();
  });
  onTestFinished(() => vi.doUnmock('./phone-countries.ts'));
  const { user, input } = await openFreshPage('CA');
  await user.type(input, '902 555 0123');
  expect(document.querySelector('output')?.textContent).toBe('+19025550123');
  const country = screen.getByRole('button', { name: 'Country: Canada, CA +1' });
  await user.click(country);
  await screen.findByText('The list of countries could not be loaded. Type the number with its country code.');
  isReachable = true;
  await user.click(country);
  await screen.findByRole('dialog', { name: 'Country' });
});
