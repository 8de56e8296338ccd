import { expect, signIn, test } from './fixtures.ts';

test('a guest without an account orders a dish with options and an allergy, in cash', async ({ phone }) => {
  await phone.open('/menu/truro');
  await phone.click('button', 'Add Palak Paneer');
  await phone.select('radio', /^Hot/);
  await phone.click('button', /^Add •/);
  await phone.click('button', /View order/);
  await phone.expectText('Palak Paneer');
  await phone.click('link', /^Checkout/);
  // Until the server has answered when the order is ready, the parts of the page move.
  await phone.expectText('ready about');
  await phone.click('summary', 'Allergies for the whole order');
  await phone.select('checkbox', 'Peanuts');
  await phone.fill('Full Name', 'Asha Menon');
  await phone.fill('Email Address', 'asha.engine@example.test');
  await phone.select('radio', /^Cash/);
  await phone.click('button', /^Place Order/);
  await phone.expectText('Order Confirmed!');
  await phone.expectText('The kitchen knows about your allergy Peanuts.');
});

test('a customer pays by card, changes the order and cancels it', async ({ desktop }) => {
  await signIn(desktop, 'customer@demo.test');
  await desktop.open('/menu/truro');
  await desktop.click('button', 'Add Mango Lassi');
  await desktop.click('link', /^Checkout/);
  await desktop.fill('Phone Number', '902 555 0142');
  await desktop.click('button', /^Place Order/);
  await desktop.click('button', 'Continue to Payment');
  await desktop.fill('Card number', '4242 4242 4242 4242');
  await desktop.click('button', /^Pay \$/);
  await desktop.expectText('Payment successful!');
  await desktop.click('button', 'Change my order');
  await desktop.click('button', /^One more Mango Lassi/);
  await desktop.click('button', /^Save/);
  await desktop.expectText('2×');
  await desktop.click('link', 'My Orders');
  await desktop.clickUntilGone('button', 'Cancel order');
  await desktop.expectText('Cancelled');
});

test('a guest books a table, moves it to a later time and cancels it', async ({ phone }) => {
  await phone.open('/reservations?location=truro');
  await phone.select('radio', '4');
  await phone.select('radio', /Friday, November 27/);
  await phone.select('radio', '7:00 p.m.');
  await phone.fill('Full Name', 'Asha Rao');
  await phone.fill('Email Address', `asha.${Date.now()}@example.test`);
  await phone.fill('Phone Number', '902 555 0123');
  await phone.click('button', 'Reserve for four, 7:00 p.m.');
  await phone.expectText('Your table is booked');
  await phone.click('link', 'Change reservation');
  await phone.select('radio', '8:00 p.m.');
  await phone.click('button', 'Move to 8:00 p.m.');
  await phone.expectText('Friday, Nov 27 at 8:00 p.m.');
  await phone.click('button', 'Cancel reservation');
  await phone.expectText('Cancel this reservation?');
  await phone.click('button', 'Cancel reservation');
  await phone.expectText('This reservation is cancelled');
});

test('a guest signs up and sees the account', async ({ phone }) => {
  await phone.open('/signup');
  await phone.fill('Full Name', 'Asha Menon');
  await phone.fill('Email Address', `asha.${Date.now()}@example.test`);
  await phone.fill('Password', 'Demo-pass-1!');
  await phone.click('button', 'Create account');
  await expect.poll(() => phone.address()).toBe('/confirm-email?new=1');
  await phone.open('/account');
  await phone.expectText('Hello, Asha');
});

test('Back to the menu shows the current cart', async ({ phone }) => {
  await phone.open('/menu/truro');
  await phone.open('/menu/truro?from=elsewhere');
  await phone.click('button', 'Add Mango Lassi');
  await phone.expectText('View order');
  await phone.goBack();
  await expect.poll(() => phone.address()).toBe('/menu/truro');
  await phone.click('button', /View order/);
  await phone.expectText(/^Your order .*Mango Lassi/);
});
