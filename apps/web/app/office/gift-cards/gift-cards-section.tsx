import { useState } from 'react';
import { Ellipsis, FileUp } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import { giftCardRule, payOutProblem } from '@tiffin/domain/law';
import { giftCardUndoProblem, maskedGiftCard, tenderLabel } from '@tiffin/domain/payment';
import { isAccountant, isAdmin, isAssignedTo } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { anyText, search, useListState } from '../../shared/page/list-state.ts';
import { LoadedPages, usePages } from '../../shared/page/pages.tsx';
import { SlashSearch } from '../../shared/page/slash-search.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { GIFT_CARDS_KEY, GiftCardCode, reasonForm, UndoGiftCardSale } from '../../shared/payment/gift-card-dialogs.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations } from '../../shared/site/site.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';
import { centsOf, coin, formatMoney } from '../../ui/format.ts';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ImportFile } from '../imports/import-file.tsx';

type Card = Answer<'getGiftCards'>['giftCards'][number];

type OpenDialog =
  | { readonly dialog: 'undo' | 'block' | 'mail' | 'pay-out'; readonly card: Card }
  | { readonly dialog: 'code'; readonly card: Card; readonly code: string };

const FILTERS = { search: search('card'), locationId: anyText('location', ALL_LOCATIONS) };

/** The gift cards that were sold, with what can be done about one. Accountants only read them. */
export default function GiftCardsSection() {
  const { actor } = useBackOffice();
  const locations = useLocations().filter(({ id }) => isAssignedTo(actor, id));
  const { at, applied, isFiltered, clear } = useListState(FILTERS);
  const list = usePages(GIFT_CARDS_KEY, 'getGiftCards', applied);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [isImporting, setImporting] = useState(false);
  const close = () => setOpen(null);
  const nameOf = (locationId: string) => locations.find(({ id }) => id === locationId)?.name ?? locationId;
  const columns: readonly Column<Card>[] = [
    { id: 'card', head: say`Card`, isRowHeader: true, cell: (card) => <CardName card={card} /> },
    {
      id: 'balance',
      head: say`Balance`,
      align: 'end',
      cell: ({ balance, amount }) => (
        <>
          <Money cents={centsOf(balance)} />
          <small className="block hint nowrap">{say`of ${formatMoney(centsOf(amount))}`}</small>
        </>
      ),
    },
    { id: 'sold', head: say`Sold`, cell: (card) => <Sale card={card} place={nameOf(card.locationId)} /> },
    ...(isAccountant(actor)
      ? []
      : [{ id: 'more', head: '', cell: (card: Card) => <CardMenu card={card} onOpen={setOpen} /> }]),
  ];
  if (isImporting) {
    return <ImportFile kind="gift-cards" changes={GIFT_CARDS_KEY} onClose={() => setImporting(false)} />;
  }
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap between gap-10">
        <h1>{say`Gift cards`}</h1>
        {isAdmin(actor) && (
          <Button look="plain" onClick={() => setImporting(true)}>
            <FileUp />
            {say`Import gift cards`}
          </Button>
        )}
      </header>
      <div className="row flex-wrap gap-10">
        <SlashSearch
          className="grow-auto line-on-phone"
          label={say`Search gift cards`}
          placeholder={say`Last four, or email`}
          {...at('search')}
        />
        {locations.length > 1 && (
          <Select aria-label={say`Location`} className="auto-width" {...at('locationId')}>
            <NamedOptions options={[{ id: ALL_LOCATIONS, name: say`All locations` }, ...locations]} />
          </Select>
        )}
      </div>
      <LoadedPages
        list={list}
        rowsOf={(page) => page.giftCards}
        failed={say`The gift cards could not be loaded`}
        none={
          isFiltered ? (
            <EmptyState title={say`No gift card matches`} text={say`Try the last four characters of its code.`}>
              <Button look="quiet" onClick={clear}>{say`Show all`}</Button>
            </EmptyState>
          ) : (
            <EmptyState
              title={say`No gift cards yet`}
              text={say`Cards that are sold at the till or online appear here.`}
            />
          )
        }
      >
        {(cards) => (
          <Table caption={say`Gift cards`} columns={columns} rows={cards} rowKey={({ giftCardId }) => giftCardId} />
        )}
      </LoadedPages>
      {open?.dialog === 'undo' && <UndoGiftCardSale card={open.card} onClose={close} />}
      {open?.dialog === 'block' && <BlockDialog card={open.card} onClose={close} />}
      {open?.dialog === 'pay-out' && <PayOutDialog card={open.card} onClose={close} />}
      {open?.dialog === 'mail' && <MailDialog card={open.card} onClose={close} />}
      {open?.dialog === 'code' && (
        <Dialog size="sm" title={say`Gift card ${maskedGiftCard(open.card.last4)}`} onClose={close}>
          <div className="stack gap-16">
            <p>{say`Whoever has this code can pay with the card. The audit log has that you opened it.`}</p>
            <GiftCardCode code={open.code} />
          </div>
        </Dialog>
      )}
    </div>
  );
}

function CardName({ card: { last4, isBlocked, blockedReason, refunded, amount } }: { card: Card }) {
  return (
    <>
      <span className="num nowrap">{maskedGiftCard(last4)}</span>{' '}
      {isBlocked && <Badge tone="bad">{say`Blocked`}</Badge>}
      {refunded > 0 && <Badge>{refunded < amount ? say`Given back` : say`Sale undone`}</Badge>}
      {blockedReason !== null && <small className="block hint">{blockedReason}</small>}
    </>
  );
}

function Sale({ card: { soldAt, soldBy, tender, email }, place }: { card: Card; place: string }) {
  return (
    <>
      <Time at={soldAt} look="date-time" />
      <small className="block hint">
        {[...(tender === 'taken-over' ? [] : [soldBy ?? say`Online`]), tenderLabel(tender), place].join(', ')}
      </small>
      {email !== null && <small className="block hint break-anywhere">{say`Mailed to ${email}`}</small>}
    </>
  );
}

function CardMenu({ card, onOpen }: { card: Card; onOpen: (open: OpenDialog) => void }) {
  const { giftCardId, isBlocked } = card;
  const name = maskedGiftCard(card.last4);
  const unblock = useCall('blockGiftCard', {
    doneText: () => say`${name} can be used again`,
    failed: say`The card is still blocked`,
    changes: [GIFT_CARDS_KEY],
  });
  const show = useCall('showGiftCardCode', {
    failed: say`The card could not be opened`,
    onDone: ({ code }) => onOpen({ dialog: 'code', card, code }),
  });
  const [sold, refunded, balance] = [centsOf(card.amount), centsOf(card.refunded), centsOf(card.balance)];
  const disabledReason = isBlocked ? say`The card is blocked.` : null;
  const notSoldHere = card.tender === 'taken-over' ? say`This card was sold in another system.` : null;
  const region = useLocations().find(({ id }) => id === card.locationId)?.region ?? null;
  return (
    <ActionMenu
      trigger={
        <IconButton label={say`More for ${name}`}>
          <Ellipsis />
        </IconButton>
      }
      items={[
        { id: 'mail', label: say`Send by email`, disabledReason, onSelect: () => onOpen({ dialog: 'mail', card }) },
        { id: 'code', label: say`Print again`, disabledReason, onSelect: () => void show.send({ giftCardId }) },
        'line',
        isBlocked
          ? {
              id: 'unblock',
              label: say`Unblock`,
              onSelect: () => void unblock.send({ giftCardId, isBlocked: false }),
            }
          : { id: 'block', label: say`Block`, danger: true, onSelect: () => onOpen({ dialog: 'block', card }) },
        ...(giftCardRule(region).paidOutUpTo === 0
          ? []
          : [
              {
                id: 'pay-out',
                label: say`Pay out the rest in cash`,
                disabledReason:
                  disabledReason ??
                  notSoldHere ??
                  payOutProblem(region, { left: balance, due: cashDue(balance, coin).due }),
                onSelect: () => onOpen({ dialog: 'pay-out', card }),
              },
            ]),
        {
          id: 'undo',
          label: say`Undo the sale`,
          danger: true,
          disabledReason: notSoldHere ?? giftCardUndoProblem({ sold, refunded, balance }),
          onSelect: () => onOpen({ dialog: 'undo', card }),
        },
      ]}
    />
  );
}

function PayOutDialog({ card: { giftCardId, last4, balance }, onClose }: { card: Card; onClose: () => void }) {
  const money = formatMoney(cashDue(centsOf(balance), coin).due);
  const name = maskedGiftCard(last4);
  const payOut = useCall('payOutGiftCard', {
    doneText: () => say`Give ${money} in cash. It is booked out of the drawer.`,
    failed: say`Nothing was paid out`,
    changes: [GIFT_CARDS_KEY],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={say`Pay out ${money} of ${name}?`}
      description={say`The law lets the guest have so small a rest in cash. Ask for the card first: then nothing is left on it.`}
      confirmLabel={say`Pay out`}
      cancelLabel={say`Cancel`}
      onConfirm={() => payOut.send({ giftCardId })}
      onCancel={onClose}
    />
  );
}

function BlockDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const name = maskedGiftCard(card.last4);
  const form = useRecordForm(reasonForm, {
    call: 'blockGiftCard',
    body: ({ values }) => ({ giftCardId: card.giftCardId, ...values }),
    doneText: () => say`${name} is blocked`,
    changes: [GIFT_CARDS_KEY],
    onDone: onClose,
  });
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Block ${name}?`}
      description={say`Nobody can pay with it until you unblock it. What is on it stays on it.`}
      save={say`Block`}
      look="danger-solid"
      failed={say`The card was not blocked`}
      onClose={onClose}
    >
      <TextField {...form.at('reason')} />
    </EditDialog>
  );
}

const mailForm = formOf({
  email: textField(say`Email address`, { required: true, input: { type: 'email', autoCapitalize: 'none' } }),
});

function MailDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const form = useRecordForm(mailForm, {
    call: 'mailGiftCard',
    body: ({ values }) => ({ giftCardId: card.giftCardId, ...values }),
    initialValues: { email: card.email ?? '' },
    doneText: ({ giftCard: { email } }) => say`The card is being mailed to ${email ?? ''}`,
    changes: [GIFT_CARDS_KEY],
    onDone: onClose,
  });
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Send ${maskedGiftCard(card.last4)} by email`}
      description={say`The mail has the code, and what is on the card now.`}
      save={say`Send`}
      failed={say`The card was not sent`}
      onClose={onClose}
    >
      <TextField {...form.at('email')} />
    </EditDialog>
  );
}
