import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { joinWithAnd, localDate, percentText, say } from '@tiffin/domain/core';
import { hasPromotionEnded, promotionDay, promotionFromWire } from '@tiffin/domain/order';
import { apiQuery } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useSite } from '../../shared/site/site.ts';
import { useWorkLocations } from '../../shared/site/work-locations.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Switch } from '../../ui/boxes.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { promotionBody, draftOf, type ManagedPromotion } from './promotion-draft.ts';
import { PromotionEditor } from './promotion-editor.tsx';
import { promotionSentence } from './sentence.ts';
import { WelcomeDialog, WelcomeSwitch, type WelcomeOffer } from './welcome-dialog.tsx';
import styles from './promotions.module.css';

const PROMOTIONS_KEY = ['promotions'];
const FEW_USES = 10;

export default function PromotionsSection() {
  const promotions = useQuery(apiQuery(PROMOTIONS_KEY, 'getPromotions'));
  const [open, setOpen] = useState<ManagedPromotion | 'new' | null>(null);
  const [isWelcomeOpen, setIsWelcomeOpen] = useState(false);
  const locations = useWorkLocations().data ?? [];
  const locationNames = (ids: readonly string[]) =>
    joinWithAnd(ids.map((id) => locations.find((each) => each.id === id)?.name ?? id));
  if (open) {
    return (
      <PromotionEditor
        present={open === 'new' ? null : open}
        locations={locations}
        locationNames={locationNames}
        changes={[PROMOTIONS_KEY]}
        onClose={() => setOpen(null)}
      />
    );
  }
  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow">{say`Promotions`}</h1>
        <Button onClick={() => setOpen('new')}>{say`New promotion`}</Button>
      </header>
      <Loaded query={promotions} failed={say`The promotions could not be loaded`}>
        {({ promotions: list, welcome }) => (
          <Panel title={say`All promotions`}>
            <PromotionTable
              list={list}
              welcome={welcome}
              locationNames={locationNames}
              onOpen={setOpen}
              onOpenWelcome={() => setIsWelcomeOpen(true)}
            />
            {isWelcomeOpen && <WelcomeDialog welcome={welcome} onClose={() => setIsWelcomeOpen(false)} />}
            <p className="hint above-12">
              {say`Cost is what guests paid less. One promotion counts for an order: the better one for the guest.`}
            </p>
          </Panel>
        )}
      </Loaded>
    </div>
  );
}

interface Row {
  readonly id: string;
  readonly sentence: string;
  readonly code: string;
  readonly uses: number;
  readonly cost: number;
  /** Null where the server does not say. */
  readonly sales: number | null;
  readonly newGuests: number;
  /** Null: the offer of the welcome mail, which is no row of its own. */
  readonly managed: ManagedPromotion | null;
}

interface TableProps {
  list: readonly ManagedPromotion[];
  welcome: WelcomeOffer;
  locationNames: (ids: readonly string[]) => string;
  onOpen: (promotion: ManagedPromotion) => void;
  onOpenWelcome: () => void;
}

function PromotionTable({ list, welcome, locationNames, onOpen, onOpenWelcome }: TableProps) {
  const rows: Row[] = [
    {
      id: 'welcome',
      sentence: say`${percentText(welcome.percentOff)} off the first order`,
      code: say`in the welcome mail`,
      uses: welcome.uses,
      cost: welcome.cost,
      sales: null,
      newGuests: welcome.uses,
      managed: null,
    },
    ...list.map((managed) => ({
      id: managed.id,
      sentence: promotionSentence({ ...promotionFromWire(managed), code: null }, locationNames),
      code: managed.code ?? say`no code`,
      uses: managed.uses,
      cost: managed.cost,
      sales: managed.sales ?? null,
      newGuests: managed.newGuests,
      managed,
    })),
  ];
  const columns: readonly Column<Row>[] = [
    {
      id: 'promotion',
      head: say`Promotion`,
      isRowHeader: true,
      cell: ({ sentence, managed }) => (
        <button type="button" className={styles.open} onClick={() => (managed ? onOpen(managed) : onOpenWelcome())}>
          {sentence}
          {managed && <small className="block soft weight-400">{managed.name}</small>}
        </button>
      ),
    },
    { id: 'code', head: say`Code`, cell: ({ code }) => code },
    { id: 'uses', head: say`Uses`, align: 'end', cell: ({ uses }) => uses },
    { id: 'cost', head: say`Cost`, align: 'end', cell: ({ cost }) => <Money cents={centsOf(cost)} /> },
    {
      id: 'sales',
      head: say`Sales with it`,
      align: 'end',
      cell: ({ sales }) => sales !== null && <Money cents={centsOf(sales)} />,
    },
    { id: 'new', head: say`New guests`, align: 'end', cell: ({ newGuests }) => newGuests },
    { id: 'state', head: '', cell: ({ managed }) => managed && <StateBadge promotion={managed} /> },
    {
      id: 'on',
      head: say`On`,
      cell: ({ managed }) =>
        managed ? <OnSwitch promotion={managed} /> : <WelcomeSwitch isActive={welcome.isActive ?? true} />,
    },
  ];
  return <Table caption={say`Promotions`} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function useToday() {
  const { timeZone } = useSite();
  return localDate(serverNow(), timeZone);
}

function StateBadge({ promotion: { limit, uses, from, until } }: { promotion: ManagedPromotion }) {
  const today = useToday();
  if (until !== null && hasPromotionEnded({ until }, today)) return <Badge>{say`ended ${promotionDay(until)}`}</Badge>;
  const left = limit === null ? FEW_USES : limit - uses;
  if (left < FEW_USES) return <Badge tone="warn">{say`${left} uses left`}</Badge>;
  if (from !== null && from > today) return <Badge>{say`from ${promotionDay(from)}`}</Badge>;
  return null;
}

function OnSwitch({ promotion }: { promotion: ManagedPromotion }) {
  const today = useToday();
  const save = useCall('savePromotion', { failed: say`The promotion was not changed`, changes: [PROMOTIONS_KEY] });
  if (hasPromotionEnded(promotion, today)) return say`off`;
  return (
    <Switch
      label={<span className="sr-only">{say`${promotion.name} on`}</span>}
      checked={promotion.isActive}
      disabled={save.isBusy}
      onChange={({ target: { checked: isActive } }) =>
        void save.send(promotionBody(draftOf(promotion), promotion, { isActive }))
      }
    />
  );
}
