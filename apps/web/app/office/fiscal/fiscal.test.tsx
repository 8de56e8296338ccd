import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { managedTruro, staff } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

type FiscalState = Answer<'getFiscalStates'>['locations'][number];

const QUEBEC: FiscalState = {
  locationId: 'truro',
  name: 'Truro Heights',
  state: 'refused',
  reason: 'Québec asks restaurants for a certified system. This till is not certified for it.',
  source: { title: 'Revenu Québec, mandatory billing', url: 'https://www.revenuquebec.ca/' },
  refusedFrom: null,
  mayDeclare: false,
  openBills: 40,
};
const statesOf = (state: Partial<FiscalState>) => ({ locations: [{ ...QUEBEC, ...state }] });

async function editTruro(state: Partial<FiscalState>, location = managedTruro) {
  const office = openOffice('locations', {
    getAllLocations: { locations: [location] },
    getFiscalStates: statesOf(state),
  });
  await office.press('Edit Truro Heights');
  return { ...office, dialog: within(await screen.findByRole('dialog', { name: 'Edit Location' })) };
}

test('the form of a location in Québec says that it takes no money, why, and what works', async () => {
  const { dialog } = await editTruro({});
  expect(await dialog.findByText('Truro Heights cannot take money with this till yet')).toBeTruthy();
  expect(dialog.getByText(/^Québec asks restaurants/)).toBeTruthy();
  expect(dialog.getByText('40 open bills can still be paid.')).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Revenu Québec, mandatory billing' }).getAttribute('href')).toMatch(
    /^https:/,
  );
  expect(dialog.getByText('Reservations')).toBeTruthy();
  expect(dialog.getByText(/^Tiffin does not support any fiscal device yet/)).toBeTruthy();
});

test('typing an address in Québec shows the answer before it is saved', async () => {
  const { dialog } = await editTruro({ state: 'free', openBills: 0 });
  expect(dialog.queryByText(/cannot take money/)).toBeNull();
  fireEvent.change(dialog.getByLabelText(/^Province/), { target: { value: 'QC' } });
  expect(await dialog.findByText('Truro Heights cannot take money with this till yet')).toBeTruthy();
  expect(dialog.getByText(/WEB-SRM/)).toBeTruthy();
});

test('in a country that was not looked up, an admin declares why the till may take money', async () => {
  const lagos = { ...managedTruro, country: 'NG', region: 'Lagos', postalCode: '100001', phone: '+234 1 555 0100' };
  const { dialog, press, sent, answer } = await editTruro({ mayDeclare: true, source: null, openBills: 0 }, lagos);
  expect(await dialog.findByText('Truro Heights cannot take money with this till yet')).toBeTruthy();
  expect(dialog.getByText(/^If the law asks for none, an administrator declares it/)).toBeTruthy();
  expect(dialog.getByText('Waits for the declaration')).toBeTruthy();
  expect(dialog.queryByText(/does not support any fiscal device/)).toBeNull();
  await typeIn(/^No certified till is needed here/, 'Our accountant wrote on 1 December');
  expect(dialog.queryByText('Truro Heights cannot take money with this till yet')).toBeNull();
  answer({ updateLocation: { location: lagos } });
  await press('Update Location');
  const updates = { tillDeclaration: 'Our accountant wrote on 1 December' };
  await waitFor(() => expect(sent('updateLocation')).toMatchObject([{ updates }]));
});

test('in Spain the owner chooses the legal form, which moves the date', async () => {
  const madrid = { ...managedTruro, country: 'ES', region: 'Madrid', postalCode: '28013', phone: '+34 91 555 0101' };
  const { dialog, press, sent, answer } = await editTruro(
    { state: 'notice', refusedFrom: '2027-01-01', openBills: 0, mayDeclare: true },
    { ...madrid, tillDeclaration: 'Declared by the maker' },
  );
  expect(await dialog.findByText('From Jan 1, 2027 Truro Heights needs certified invoicing')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^You are/), { target: { value: 'self-employed' } });
  expect(await dialog.findByText('From Jul 1, 2027 Truro Heights needs certified invoicing')).toBeTruthy();
  answer({ updateLocation: { location: madrid } });
  await press('Update Location');
  await waitFor(() => expect(sent('updateLocation')).toMatchObject([{ updates: { legalForm: 'self-employed' } }]));
});

test('every page of the back office warns of the end of the grace period', async () => {
  openOffice('orders', { getFiscalStates: statesOf({ state: 'grace', refusedFrom: '2026-12-05' }) }, staff);
  expect(await screen.findByText('Truro Heights: new orders stop on Dec 5, 2026. See Locations.')).toBeTruthy();
});

test('a location that takes no orders raises no alarm', async () => {
  const { sent } = openOffice('orders', { getFiscalStates: statesOf({ state: 'refused' }) }, staff);
  await waitFor(() => expect(sent('getFiscalStates').length).toBeGreaterThan(0));
  expect(screen.queryByText(/new orders stop/)).toBeNull();
});
