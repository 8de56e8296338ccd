import { ArrowLeft, Check, TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatDay, formatMoney } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import type { Entry } from './law-data.ts';
import { texts } from './texts.ts';

type Example = Entry['examples'][number];

/** The authority's examples next to what the till calculates. */
export function LawExample({ entry: { title, examples }, onBack }: { entry: Entry; onBack: () => void }) {
  return (
    <Panel title={title} explain={texts.exampleText}>
      {examples.map((example) => (
        <ComparedExample key={`${example.kind} ${example.date} ${example.amount}`} example={example} />
      ))}
      <div>
        <Button look="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          {texts.back}
        </Button>
      </div>
    </Panel>
  );
}

function ComparedExample({ example: { kind, date, amount, amounts, source } }: { example: Example }) {
  const heading = texts.kinds[kind](dollars(amount), formatDay(date, 'day'));
  return (
    <div className="stack gap-4">
      <h3>{heading}</h3>
      <Table
        caption={heading}
        rows={amounts}
        rowKey={({ label }) => label}
        columns={[
          { id: 'label', head: texts.what, cell: ({ label }) => label, names: true },
          { id: 'expected', head: texts.printed, cell: ({ expected }) => dollars(expected), align: 'end' },
          { id: 'calculated', head: texts.calculated, cell: (row) => <Compared {...row} /> },
        ]}
      />
      <TextLink href={source.url} target="_blank" rel="noreferrer">
        {texts.source(source.title)}
      </TextLink>
    </div>
  );
}

function Compared({ expected, calculated }: { expected: number; calculated: number }) {
  const isSame = centsOf(expected) === centsOf(calculated);
  return (
    <span className="inline-row gap-8 digits nowrap">
      {dollars(calculated)}{' '}
      <Badge
        tone={isSame ? 'ok' : 'bad'}
        icon={isSame ? <Check aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      >
        {isSame ? texts.same : texts.different}
      </Badge>
    </span>
  );
}

function dollars(amount: number): string {
  return formatMoney(centsOf(amount));
}
