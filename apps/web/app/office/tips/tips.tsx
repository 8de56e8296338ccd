import { useState } from 'react';
import { say, sayNow } from '@tiffin/domain/core';
import { TIP_RULES, type TipDecider, type TipRule } from '@tiffin/domain/day';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChoiceField, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatDay, formatMoney, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { minutesText } from './minutes-text.ts';

type TipsAnswer = Answer<'getTipShares'>;
type Day = TipsAnswer['days'][number];
type Share = Day['shares'][number];

const RULES: Readonly<Record<TipRule, string>> = {
  hours: say`Hours worked`,
  points: say`Points`,
  equal: say`Equally`,
};
const DECIDERS: Readonly<Record<TipDecider, string>> = { staff: say`The staff`, house: say`The restaurant` };

const money = (amount: number) => formatMoney(centsOf(amount));

interface TipsProps {
  locationId: string;
  tips: TipsAnswer;
  mayManage: boolean;
}

/** Who gets which tips, a table for each day on which there were tips. */
export function Tips({ locationId, tips, mayManage }: TipsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const rule = tips.rules.find(({ from }) => from <= tips.today);
  const next = tips.rules.find(({ from }) => from > tips.today);
  const days = tips.days.filter((day) => day.tips !== 0 || day.shares.length > 0).toReversed();
  return (
    <Panel
      title={say`Tips`}
      aside={
        mayManage && <Button look="quiet" size="sm" onClick={() => setIsOpen(true)}>{say`Change the rule`}</Button>
      }
    >
      <p>{rule ? ruleText(rule) : say`Everybody keeps their own tips.`}</p>
      {rule && (
        <p className="hint">
          {say`From ${formatDay(rule.from)}. Decided by: ${sayNow(DECIDERS[rule.decidedBy])}. Set by ${rule.setBy ?? '–'}.`}
        </p>
      )}
      {next && <p className="hint">{say`From ${formatDay(next.from)}: ${ruleText(next)}`}</p>}
      {days.length === 0 && <p>{say`No tips in this period.`}</p>}
      {days.map((day) => (
        <DayShares key={day.date} locationId={locationId} day={day} mayManage={mayManage} />
      ))}
      {isOpen && <RuleDialog locationId={locationId} rule={rule} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function ruleText({ rule, percent }: NonNullable<Day['rule']>): string {
  const by = sayNow(RULES[rule]);
  return say`Everybody keeps ${100 - percent} % of their own tips. ${percent} % goes into a pool. It is shared by: ${by}.`;
}

function DayShares({ locationId, day, mayManage }: { locationId: string; day: Day; mayManage: boolean }) {
  const share = useCall('shareTips', {
    done: () => say`The tips are shared`,
    failed: say`The tips were not shared`,
    changes: [['tips', locationId]],
  });
  const columns: Column<Share>[] = [
    { id: 'name', head: say`Person`, names: true, cell: ({ name }) => name },
    { id: 'hours', head: say`Hours`, align: 'end', cell: ({ minutes }) => minutesText(minutes) },
    { id: 'own', head: say`Own tips`, align: 'end', cell: ({ own }) => money(own) },
    { id: 'pool', head: say`From the pool`, align: 'end', cell: ({ fromPool }) => money(fromPool) },
    { id: 'back', head: say`Refunded`, align: 'end', cell: ({ takenBack }) => money(0 - takenBack) },
    { id: 'gets', head: say`Gets`, align: 'end', cell: ({ gets }) => <b>{money(gets)}</b> },
  ];
  const date = formatDay(day.date);
  return (
    <section className="stack gap-8" aria-label={say`Tips of ${date}`}>
      <h3>{date}</h3>
      <Table
        caption={say`Tips of ${date}`}
        columns={columns}
        rows={day.shares}
        rowKey={({ userId }) => userId}
        empty={say`Nobody gets any of these tips yet.`}
      />
      {day.weights > 0 &&
        day.shares.map((each) => (
          <p key={each.userId} className="hint">
            {say`${each.name}: ${money(day.pool)} × ${each.weight} of ${day.weights} = ${money(each.fromPool)}`}
          </p>
        ))}
      <p className="hint">
        {say`Together ${money(day.tips)}, ${money(day.refunded)} of it refunded.`}{' '}
        {day.undivided !== 0 && say`${money(day.undivided)} belong to nobody: there is no pool, or nobody to share it.`}
      </p>
      {day.shared && (
        <p className="hint">{say`Shared by ${day.shared.by ?? '–'}, ${formatTime(day.shared.at, 'date-time')}.`}</p>
      )}
      {!day.shared && mayManage && (
        <div>
          <ConfirmButton
            look="line"
            size="sm"
            question={{
              title: say`Share the tips of ${date}?`,
              text: say`Hours and rules that change later no longer change these shares.`,
              confirm: say`Share`,
            }}
            onConfirm={() => share.send({ locationId, date: day.date })}
          >
            {say`Share these tips`}
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}

interface RuleDialogProps {
  locationId: string;
  rule: TipsAnswer['rules'][number] | undefined;
  onClose: () => void;
}

function RuleDialog({ locationId, rule: present, onClose }: RuleDialogProps) {
  const [rule, setRule] = useState<TipRule>(present?.rule ?? 'hours');
  const [percent, setPercent] = useState(String(present?.percent ?? 35));
  const [decidedBy, setDecidedBy] = useState<TipDecider>(present?.decidedBy ?? 'staff');
  const { send, isBusy, error } = useCall('saveTipRule', {
    done: () => say`The rule counts from tomorrow`,
    changes: [['tips', locationId]],
    onDone: onClose,
  });
  return (
    <Dialog
      title={say`How tips are shared`}
      description={say`From tomorrow. Earlier days keep their rule. Managers get no part of the pool.`}
      onClose={onClose}
      footer={
        <Button busy={isBusy} onClick={() => void send({ locationId, rule, percent: Number(percent), decidedBy })}>
          {say`Save`}
        </Button>
      }
    >
      <div className="stack gap-14">
        <TextField
          label={say`Percent of each tip into the pool`}
          input={{ inputMode: 'numeric' }}
          value={percent}
          onValue={setPercent}
        />
        <ChoiceField label={say`Shared by`} options={TIP_RULES} labels={RULES} value={rule} onValue={setRule} />
        <SegmentedField
          label={say`Who decided this?`}
          value={decidedBy}
          onValue={setDecidedBy}
          options={(['staff', 'house'] as const).map((value) => ({ value, label: sayNow(DECIDERS[value]) }))}
        />
        <ErrorBanner title={say`Not saved`} says={error} />
      </div>
    </Dialog>
  );
}
