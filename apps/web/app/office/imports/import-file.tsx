import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Undo2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import type { ImportKind } from '@tiffin/domain/menu-file';
import { api, type Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useLocations } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { SelectField } from '../../ui/form-fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { NamedOptions } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ImportColumns } from '../menu/import/import-columns.tsx';
import { Rows } from '../menu/import/import-preview.tsx';
import { readChosenFile, type ChosenFile, type ImportChoices } from '../menu/import/import-data.ts';
import { SpreadsheetDrop } from '../menu/import/spreadsheet-drop.tsx';
import { importTexts } from './import-kinds.ts';

type Plan = Answer<'previewFileImport'>;

interface Reading {
  readonly file: ChosenFile;
  readonly choices: Pick<ImportChoices, 'columns'>;
  readonly locationId: string | null;
}

const keyOf = (kind: ImportKind) => ['file-imports', kind];

interface ImportFileProps {
  kind: ImportKind;
  /** The list that is loaded again. */
  changes: readonly string[];
  onClose: () => void;
}

/** Brings guests, gift cards or bookings of another system, after a preview. */
export function ImportFile({ kind, changes, onClose }: ImportFileProps) {
  const texts = importTexts(kind);
  const locations = useLocations();
  const [locationId, setLocationId] = useState(locations[0]?.id ?? '');
  const [preview, setPreview] = useState<(Reading & { readonly plan: Plan }) | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const bodyOf = ({ file: { base64 }, choices, locationId: place }: Reading) =>
    ({ kind, file: base64, locationId: place, ...choices }) as const;
  const reading = useAction((read: Reading) => api('previewFileImport', { body: bodyOf(read) }), {
    onDone: (plan, read) => setPreview({ ...read, plan }),
  });
  const importing = useCall('importFile', {
    changes: [changes, keyOf(kind)],
    doneText: ({ summary }) => say`Imported. ${summary}`,
    onDone: () => setPreview(null),
    // What is here has changed, so the list is made again.
    onFailed: () => preview && void reading.send(preview),
  });
  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    const file = await readChosenFile(chosen);
    setFileProblem(file.ok ? null : file.error);
    const place = texts.hasLocation ? locationId : null;
    if (file.ok) void reading.send({ file: file.value, choices: {}, locationId: place });
  };
  const problem = fileProblem ?? reading.error ?? importing.error;
  const meanings = preview?.plan.columns.map(({ meaning }) => meaning) ?? [];
  const count = preview?.plan.added.length ?? 0;
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <h1>{texts.title}</h1>
        <Button look="quiet" onClick={preview ? () => setPreview(null) : onClose}>
          <ArrowLeft />
          {preview ? say`Stop, change nothing` : say`Back to the list`}
        </Button>
      </header>
      {problem !== null && (
        <Banner tone="bad" announce="alert">
          {problem}
        </Banner>
      )}
      {preview ? (
        <>
          <ImportColumns
            plan={preview.plan}
            choices={preview.choices}
            options={texts.columns()}
            missing={texts.needs.every((column) => meanings.includes(column)) ? null : texts.missing}
            onChoices={({ columns }) => void reading.send({ ...preview, choices: { columns } })}
          />
          <PlanPanel plan={preview.plan} />
          <Button
            block
            busy={reading.isBusy || importing.isBusy}
            disabledReason={count === 0 ? say`Nothing in this file is new.` : null}
            onClick={() => void importing.send({ ...bodyOf(preview), token: preview.plan.token })}
          >
            {say`${texts.title}: ${formatCount(count)}`}
          </Button>
        </>
      ) : (
        <>
          <Panel title={say`Choose a file`}>
            <p className="soft">{texts.about}</p>
            {texts.hasLocation && locations.length > 1 && (
              <SelectField label={say`Location`} value={locationId} onValue={setLocationId}>
                <NamedOptions options={locations} />
              </SelectField>
            )}
            <SpreadsheetDrop disabled={reading.isBusy} onFile={(file) => void choose(file)} />
          </Panel>
          <RecentImports kind={kind} changes={changes} />
        </>
      )}
    </div>
  );
}

function PlanPanel({ plan: { added, notes, refused, rows } }: { plan: Plan }) {
  return (
    <Panel title={say`What would change`} explain={rows === 1 ? say`1 row` : say`${formatCount(rows)} rows`}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {refused.length > 0 && <h3>{say`Refused: ${formatCount(refused.length)}`}</h3>}
      <Rows rows={refused} content={({ reason }) => reason} />
      {added.length > 0 && <h3>{say`New: ${formatCount(added.length)}`}</h3>}
      <Rows rows={added} content={({ text }) => text} />
    </Panel>
  );
}

/** The imports that can be undone, also after leaving the page. */
function RecentImports({ kind, changes }: Omit<ImportFileProps, 'onClose'>) {
  const { data } = useQuery({ ...apiQuery(keyOf(kind), 'getFileImports', { query: { kind } }), staleTime: 0 });
  const undo = useCall('undoFileImport', {
    changes: [changes, keyOf(kind)],
    doneText: ({ removed, stayed }) =>
      say`Removed: ${formatCount(removed)}. Used since, so they stay: ${formatCount(stayed)}.`,
    failed: say`It could not be undone.`,
  });
  if (!data || data.imports.length === 0) return null;
  return (
    <Panel title={say`Imported in the last seven days`}>
      <ul className="stack gap-12">
        {data.imports.map(({ importId, by, at, summary }) => (
          <li key={importId} className="row flex-wrap between gap-8-16">
            <span>{say`${by ?? say`Somebody`}, ${formatTime(at, 'date-time')}. ${summary}`}</span>
            <Button look="line" busy={undo.isBusy} onClick={() => void undo.send({ kind, importId })}>
              <Undo2 />
              {say`Undo what is unused`}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
