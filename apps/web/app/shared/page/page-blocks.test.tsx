import type { ReactNode } from 'react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../office/shell/query-client.ts';
import { fakeNetwork, refusal, type Answers } from '../../testing/network.ts';
import { typeIn } from '../../testing/show.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { EditDialog, EditForm, TextField } from '../../ui/form-fields.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { apiQuery } from '../api/queries.ts';
import { useCall } from '../api/use-call.ts';
import { Loaded } from './loaded.tsx';
import { useRecordForm } from './use-record-form.ts';

const KEY = ['invitations'];
const noor = {
  id: 'i1',
  name: 'Noor',
  email: 'noor@example.com',
  role: 'staff' as const,
  locationIds: [],
  invitedBy: null,
  invitedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-27T12:00:00.000Z',
  hasExpired: false,
};

function show(page: ReactNode, answers: Answers) {
  const net = fakeNetwork(answers);
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>);
  const user = userEvent.setup();
  return {
    ...net,
    press: async (name: string) => user.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement),
  };
}

function Names() {
  const invitations = useQuery(apiQuery(KEY, 'getInvitations'));
  const withdraw = useCall('withdrawInvitation', { changes: [KEY] });
  return (
    <Loaded query={invitations} failed="The invitations could not be loaded">
      {({ invitations: list }) =>
        list.map(({ id, name }) => (
          <div key={id}>
            {name}
            <ConfirmButton
              question={{ title: `Withdraw ${name}?`, text: 'The link stops.', confirm: 'Withdraw now' }}
              onConfirm={() => withdraw.send({ invitationId: id })}
            >
              Withdraw
            </ConfirmButton>
          </div>
        ))
      }
    </Loaded>
  );
}

test('a query shows its shape, then why it failed with a button to try again, then its data', async () => {
  const { press, answer } = show(<Names />, { getInvitations: refusal('permission-denied') });
  expect(screen.getByText('Loading…')).toBeTruthy();
  await expect(screen).toShow('The invitations could not be loaded');
  await expect(screen).toShow('You do not have permission to perform this action.');
  answer({ getInvitations: { invitations: [noor] } });
  await press('Try Again');
  await expect(screen).toShow('Noor');
});

test('a button asks before it acts, and what it changed is loaded again', async () => {
  const { press, sent, answer } = show(<Names />, {
    getInvitations: { invitations: [noor] },
    withdrawInvitation: () => {
      answer({ getInvitations: { invitations: [{ ...noor, name: 'Sam' }] } });
      return { message: 'Invitation withdrawn' };
    },
  });
  await press('Withdraw');
  await expect(screen).toShow('Withdraw Noor?');
  await press('Cancel');
  expect(sent('withdrawInvitation')).toEqual([]);
  await press('Withdraw');
  await press('Withdraw now');
  await expect(screen).toShow('Sam');
  expect(sent('withdrawInvitation')).toEqual([{ invitationId: 'i1' }]);
  expect(screen.queryByText('Withdraw Noor?')).toBeNull();
});

const stationForm = formOf({
  name: textField('Name', { missing: 'Please write a name.' }),
  fallbackId: textField('Fallback'),
});
const grill = { stationId: 's1', version: 1, name: 'Grill', fallbackId: 'bar' };

function Station({ station, stays = false }: { station: typeof grill | null; stays?: boolean }) {
  const form = useRecordForm(stationForm, {
    record: station,
    call: 'saveStation',
    body: ({ values, base }) =>
      ({ ...values, ...(base && { stationId: base.stationId, version: base.version }) }) as never,
    conflict: 'station',
    ...(stays && { restartsAfterSave: true }),
  });
  const fields = (
    <>
      <TextField {...form.at('name')} />
      <TextField {...form.at('fallbackId')} />
    </>
  );
  return stays ? (
    <EditForm form={form} className="stack">
      {fields}
      <button type="submit">Add</button>
    </EditForm>
  ) : (
    <EditDialog form={form} className="stack" title="Station" conflict="Somebody changed it." onClose={() => undefined}>
      {fields}
    </EditDialog>
  );
}

test('a required field that is empty is marked, and nothing is sent', async () => {
  const { press, sent } = show(<Station station={null} />, {});
  await typeIn('Name', '  ');
  await press('Save');
  await expect(screen).toShow('Please write a name.');
  expect(sent('saveStation')).toEqual([]);
});

test('what another person saved meanwhile is merged with what was typed, and saved on top of it', async () => {
  const { press, sent, answer } = show(<Station station={grill} />, {
    saveStation: refusal('conflict', 'Changed', { station: { ...grill, version: 2, fallbackId: 'pass' } }),
  });
  await typeIn('Name', 'Big grill');
  await press('Save');
  await expect(screen).toShow('Somebody changed it.');
  answer({ saveStation: { station: {} as never } });
  await press('Save');
  await expect.poll(() => sent('saveStation').length).toBe(2);
  expect(sent('saveStation')[1]).toEqual({ stationId: 's1', version: 2, name: 'Big grill', fallbackId: 'pass' });
});

test('a refusal is shown above the fields, which keep what was typed', async () => {
  const { press } = show(<Station station={null} />, { saveStation: refusal('already-exists', 'There is a Grill.') });
  await typeIn('Name', 'Grill');
  await press('Save');
  await expect(screen).toShow('There is a Grill.');
  expect(screen.getByDisplayValue('Grill')).toBeTruthy();
});

test('a form that stays open is empty again after adding', async () => {
  const { press } = show(<Station station={null} stays />, { saveStation: { station: {} as never } });
  await typeIn('Name', 'Grill');
  await press('Add');
  await expect.poll(() => screen.queryByDisplayValue('Grill')).toBeNull();
});
