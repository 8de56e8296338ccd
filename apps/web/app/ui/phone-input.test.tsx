import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
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
