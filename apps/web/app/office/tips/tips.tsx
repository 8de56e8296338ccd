import { useState } from 'react';
import { say, sayNow } from '@tiffin/domain/core';
import { TIP_DECIDERS, TIP_RULES, type TipDecider, type TipRule } from '@tiffin/domain/day';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ChoiceField, SegmentedField, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatDay, formatMoney } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { minutesText } from './work-data.ts';

type TipsAnswer = Answer<'getTipShares'>;
type Day = TipsAnswer['days'][number];
type Rule = TipsAnswer['rules'][number];
type Share = Day['shares'][number];

const RULES: Readonly<Record<TipRule, string>> = {
  own: say`Everybody keeps their own tips`,
  hours: say`A pool by hours worked`,
  points: say`A pool by points`,
  equal: say`A pool, shared equally`,
};
const DECIDERS: Readonly<Record<TipDecider, string>> = { staff: say`The staff`, house: say`The restaurant` };

const money = (amount: number) => formatMoney(centsOf(amount));

interface TipsProps {
  locationId: string;
  tips: TipsAnswer;
  mayManage: boolean;
}

/** Who gets which tips, a table for each day on which there were tips or people worked. */
export function Tips({ locationId, tips: { days, rules, today }, mayManage }: TipsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const rule = rules.findLast(({ from }) => from <= today);
  const next = rules.find(({ from }) => from > today);
  return (
    <Panel
      title={say`Tips`}
      aside={
        mayManage && <Button look="quiet" size="sm" onClick={() => setIsOpen(true)}>{say`Change the rule`}</Button>
      }
    >
      <p>
        <b>{ruleText(rule)}</b>
      </p>
      {rule && (
        <p className="hint">
          {say`From ${formatDay(rule.from)}. Decided by: ${sayNow(DECIDERS[rule.decidedBy])}. Set by ${rule.setBy}.`}
        </p>
      )}
      {next && <p className="hint">{say`From ${formatDay(next.from)}: ${ruleText(next)}`}</p>}
      {days.length === 0 && <p>{say`No tips in this period.`}</p>}
      {days.toReversed().map((day) => (
        <DayShares key={day.date} day={day} />
      ))}
      {isOpen && <RuleDialog locationId={locationId} rule={next ?? rule} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function ruleText({ rule, percent }: Pick<Rule, 'rule' | 'percent'> = { rule: 'own', percent: 0 }): string {
  const name = sayNow(RULES[rule]);
  return rule === 'own' ? `${name}.` : say`${name}: ${percent} % of each tip.`;
}

function DayShares({ day }: { day: Day }) {
  const date = formatDay(day.date);
  const columns: Column<Share>[] = [
    { id: 'name', head: say`Person`, isRowHeader: true, cell: ({ name }) => name },
    { id: 'hours', head: say`Hours`, align: 'end', cell: ({ minutes }) => minutesText(minutes) },
    { id: 'own', head: say`Own tips`, align: 'end', cell: ({ own }) => money(own) },
    {
      id: 'pool',
      head: say`From the pool`,
      align: 'end',
      cell: ({ fromPool, weight }) => (
        <>
          {money(fromPool)}
          {weight > 0 && <small className="block hint">{say`${money(day.pool)} × ${weight} of ${day.weights}`}</small>}
        </>
      ),
    },
    { id: 'back', head: say`Refunded`, align: 'end', cell: ({ takenBack }) => money(takenBack) },
    { id: 'gets', head: say`Gets`, align: 'end', cell: ({ gets }) => <b>{money(gets)}</b> },
  ];
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
      <p className="hint">
        {say`Together ${money(day.tips)}, ${money(day.refunded)} of it refunded.`}{' '}
        {day.undivided !== 0 && say`${money(day.undivided)} belong to nobody: nobody in the pool has hours or points.`}
      </p>
    </section>
  );
}

interface RuleDialogProps {
  locationId: string;
  rule: Rule | undefined;
  onClose: () => void;
}

function RuleDialog({ locationId, rule: present, onClose }: RuleDialogProps) {
  const [rule, setRule] = useState<TipRule>(present?.rule ?? 'own');
  const [percent, setPercent] = useState(String(present?.percent || 100));
  const [decidedBy, setDecidedBy] = useState<TipDecider>(present?.decidedBy ?? 'staff');
  const { send, isBusy, error } = useCall('saveTipRule', {
    doneText: () => say`The rule counts from tomorrow`,
    changes: [['tips', locationId]],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={say`How tips are shared`}
      description={say`From tomorrow. Earlier days keep their rule. Managers get no part of the pool.`}
      confirmLabel={say`Save`}
      busy={isBusy}
      onSubmit={() => void send({ locationId, rule, percent: Number(percent), decidedBy })}
      onClose={onClose}
    >
      <ChoiceField label={say`Rule`} options={TIP_RULES} labels={RULES} value={rule} onValue={setRule} />
      {rule !== 'own' && (
        <TextField
          label={say`Percent of each tip into the pool`}
          input={{ inputMode: 'numeric' }}
          value={percent}
          onValue={setPercent}
        />
      )}
      <SegmentedField
        label={say`Who decided this?`}
        value={decidedBy}
        onValue={setDecidedBy}
        options={TIP_DECIDERS.map((value) => ({ value, label: sayNow(DECIDERS[value]) }))}
      />
      <ErrorBanner title={say`Not saved`} error={error} />
    </FormDialog>
  );
}
