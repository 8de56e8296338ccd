import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileUp, Undo2 } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { guestColumnChoices } from '@tiffin/domain/menu-file';
import { api, type Answer } from '../../shared/api/api.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/figures.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { DropZone } from '../menu/drop-zone.tsx';
import { ImportColumns } from '../menu/import/import-columns.tsx';
import { Rows } from '../menu/import/import-preview.tsx';
import { readChosenFile, type ChosenFile, type ImportChoices } from '../menu/import/import-data.ts';
import { USERS_KEY } from './use-users.ts';

type Plan = Answer<'previewGuestImport'>;

interface Reading {
  readonly file: ChosenFile;
  readonly choices: Pick<ImportChoices, 'columns'>;
}

const IMPORTS_KEY = [...USERS_KEY, 'imports'];

/** Brings guests of another system with their points, after a preview. */
export function ImportGuests({ onClose }: { onClose: () => void }) {
  const [preview, setPreview] = useState<(Reading & { readonly plan: Plan }) | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const bodyOf = ({ file: { base64 }, choices }: Reading) => ({ file: base64, ...choices });
  const reading = useAction((read: Reading) => api('previewGuestImport', { body: bodyOf(read) }), {
    onDone: (plan, read) => setPreview({ ...read, plan }),
  });
  const importing = useCall('importGuests', {
    changes: [USERS_KEY],
    doneText: ({ added }) => (added === 1 ? say`1 guest imported` : say`${formatCount(added)} guests imported`),
    onDone: () => setPreview(null),
    // Who is known here has changed, so the list is made again.
    onFailed: () => preview && void reading.send(preview),
  });
  const choose = async (chosen: File | null) => {
    if (!chosen) return;
    const file = await readChosenFile(chosen);
    setFileProblem(file.ok ? null : file.error);
    if (file.ok) void reading.send({ file: file.value, choices: {} });
  };
  const problem = fileProblem ?? reading.error ?? importing.error;
  const hasEmails = preview?.plan.columns.some(({ meaning }) => meaning === 'email') === true;
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <h1>{say`Import guests`}</h1>
        <Button look="quiet" onClick={preview ? () => setPreview(null) : onClose}>
          <ArrowLeft />
          {preview ? say`Stop, change nothing` : say`Back to the users`}
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
            options={guestColumnChoices()}
            missing={hasEmails ? null : say`Please choose which column has the email addresses.`}
            onChoices={({ columns }) => void reading.send({ file: preview.file, choices: { columns } })}
          />
          <GuestPlan plan={preview.plan} />
          <Button
            block
            busy={reading.isBusy || importing.isBusy}
            disabledReason={preview.plan.added.length === 0 ? say`Nobody in this file is new.` : null}
            onClick={() => void importing.send({ ...bodyOf(preview), token: preview.plan.token })}
          >
            {say`Import guests: ${formatCount(preview.plan.added.length)}`}
          </Button>
        </>
      ) : (
        <>
          <Panel title={say`Choose a file`}>
            <p className="soft">{say`The customers of Square, or a list with email addresses, names, phone numbers and points. You see who would be added before anything changes.`}</p>
            <DropZone
              labels={{
                drop: say`Drop a file here, or`,
                choose: say`choose a file`,
                rules: say`CSV or .xlsx, at most 5 MB and 5,000 rows`,
              }}
              icon={<FileUp className="soft" />}
              accept=".csv,.tsv,.xlsx,text/csv"
              disabled={reading.isBusy}
              onFile={(file) => void choose(file)}
            />
          </Panel>
          <GuestImports />
        </>
      )}
    </div>
  );
}

function GuestPlan({ plan: { added, known, refused, rows } }: { plan: Plan }) {
  const offers = added.filter(({ agreedOn }) => agreedOn).length;
  return (
    <Panel title={say`What would change`} explain={rows === 1 ? say`1 row` : say`${formatCount(rows)} rows`}>
      <p>{say`Known here, so they do not change: ${formatCount(known)}.`}</p>
      <p>{say`New guests who get offers, because the file says that they agreed and when: ${formatCount(offers)}.`}</p>
      {refused.length > 0 && <h3>{say`Refused: ${formatCount(refused.length)}`}</h3>}
      <Rows rows={refused} content={({ reason }) => reason} />
      {added.length > 0 && <h3>{say`New: ${formatCount(added.length)}`}</h3>}
      <Rows rows={added} content={({ email, points }) => say`${email}, points: ${formatCount(points)}`} />
    </Panel>
  );
}

/** The imports that can be undone, also after leaving the page. */
function GuestImports() {
  const { data } = useQuery({ ...apiQuery(IMPORTS_KEY, 'getGuestImports'), staleTime: 0 });
  const undo = useCall('undoGuestImport', {
    changes: [USERS_KEY],
    doneText: ({ removed, stayed }) =>
      say`Removed: ${formatCount(removed)}. Used since, so they stay: ${formatCount(stayed)}.`,
    failed: say`It could not be undone.`,
  });
  if (!data || data.imports.length === 0) return null;
  return (
    <Panel title={say`Imported in the last seven days`}>
      <ul className="stack gap-12">
        {data.imports.map(({ importId, by, at, added, points }) => (
          <li key={importId} className="row flex-wrap between gap-8-16">
            <span>
              {say`${by ?? say`Somebody`}, ${formatTime(at, 'date-time')}. Guests: ${formatCount(added)}, points: ${formatCount(points)}`}
            </span>
            <Button look="line" busy={undo.isBusy} onClick={() => void undo.send({ importId })}>
              <Undo2 />
              {say`Undo what is unused`}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
