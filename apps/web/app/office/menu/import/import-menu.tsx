import { useState } from 'react';
import { ArrowLeft } from 'lucide-react';
import { ok, say, type Result } from '@tiffin/domain/core';
import { columnChoices } from '@tiffin/domain/menu-file';
import { saveCsv } from '../../../shared/api/save-csv.ts';
import { useAction } from '../../../shared/api/use-action.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Chips } from '../../../ui/choices.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { TextareaField } from '../../../ui/form-fields.tsx';
import { formatCount } from '../../../ui/figures.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { api } from '../../../shared/api/api.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import type { EditedMenu } from '../menu-data.ts';
import {
  IMPORT_CHANGES,
  pastedFile,
  planFromError,
  readChosenFile,
  type ChosenFile,
  type ImportChoices,
  type ImportPlan,
  type ImportResult,
} from './import-data.ts';
import { CategoryOfNewDishes, ImportColumns, missingNames } from './import-columns.tsx';
import { ImportPreview } from './import-preview.tsx';
import { RecentImports, ImportedPanel } from './recent-imports.tsx';
import { SpreadsheetDrop } from './spreadsheet-drop.tsx';
import styles from './import.module.css';

const OFFLINE = say`Menus can be imported and exported once the connection is back.`;

interface ImportMenuProps {
  menu: EditedMenu;
  isFromSetUp: boolean;
  onClose: () => void;
}

/** Exports the menu as a file, and imports one after a preview of its changes. */
export function ImportMenu({ menu: { location, locations }, isFromSetUp, onClose }: ImportMenuProps) {
  const online = useOnline();
  const [locationIds, setLocationIds] = useState([location.id]);
  const menuImport = useMenuImport(locationIds);
  const { preview, finished, problem } = menuImport;
  /** Why the menus can be neither imported nor exported. */
  const blocked = !online ? OFFLINE : locationIds.length === 0 ? say`Please choose a location.` : null;
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <h1>{say`Import or export a menu`}</h1>
        <Button look="quiet" onClick={onClose}>
          {preview ? (
            say`Stop, change nothing`
          ) : (
            <>
              <ArrowLeft />
              {say`Back to the menu`}
            </>
          )}
        </Button>
      </header>
      {!online && <Banner tone="offline">{OFFLINE}</Banner>}
      {problem !== null && (
        <Banner tone="bad" announce="alert">
          {problem}
          {menuImport.retry && (
            <Button look="line" size="sm" onClick={menuImport.retry}>
              {say`Try Again`}
            </Button>
          )}
        </Banner>
      )}
      {finished ? (
        <ImportedPanel
          {...finished}
          zone={location.timeZone}
          isFromSetUp={isFromSetUp}
          onSeeMenu={onClose}
          onStartOver={menuImport.startOver}
        />
      ) : preview ? (
        <>
          <ImportColumns
            plan={preview.plan}
            choices={preview.choices}
            options={columnChoices()}
            missing={missingNames(preview.plan)}
            onChoices={menuImport.correct}
          >
            <CategoryOfNewDishes choices={preview.choices} onChoices={menuImport.correct} />
          </ImportColumns>
          <ImportPreview
            key={preview.plan.token}
            file={preview.file.name}
            plan={preview.plan}
            busy={menuImport.isBusy}
            disabledReason={online ? null : OFFLINE}
            onImport={menuImport.importPreview}
          />
        </>
      ) : (
        <>
          {locations.length > 1 && (
            <Panel title={say`Locations`} explain={say`The file is imported to each of them.`}>
              <Chips options={locations} chosen={locationIds} onChosen={setLocationIds} />
              <FieldError error={locationIds.length === 0 ? say`Please choose a location.` : null} />
            </Panel>
          )}
          <div className={`stack gap-16 align-start ${styles.two}`}>
            <ChooseFile menuImport={menuImport} disabled={blocked !== null} />
            <ExportPanel locationIds={locationIds} blocked={blocked} />
          </div>
          <RecentImports zone={location.timeZone} />
        </>
      )}
    </div>
  );
}

interface ChooseFileProps {
  menuImport: ReturnType<typeof useMenuImport>;
  disabled: boolean;
}

function ChooseFile({ menuImport: { isBusy, choose, paste }, disabled }: ChooseFileProps) {
  const [pasted, setPasted] = useState('');
  return (
    <Panel title={say`Import`}>
      <p className="soft">{say`A file of Square, Toast, Clover, TastyIgniter or a spreadsheet, or a list from a document. You see what would change before anything does.`}</p>
      <SpreadsheetDrop disabled={isBusy || disabled} onFile={(file) => void choose(file)}>
        {isBusy ? (
          <p className="row gap-8" role="status">
            <Spinner />
            {say`Reading the file`}
          </p>
        ) : null}
      </SpreadsheetDrop>
      <details>
        <summary className="touch-height">{say`Paste a list instead`}</summary>
        <div className="stack gap-8">
          <TextareaField
            label={say`List of dishes`}
            hint={say`A dish on each line, with its price at the end and its description below. A line of its own names the category of what follows.`}
            rows={8}
            value={pasted}
            onValue={setPasted}
          />
          <Button
            look="line"
            busy={isBusy}
            disabledReason={pasted.trim() === '' ? say`Please paste the list first.` : null}
            disabled={disabled}
            onClick={() => paste(pasted)}
          >
            {say`Read the list`}
          </Button>
        </div>
      </details>
    </Panel>
  );
}

function ExportPanel({ locationIds, blocked }: { locationIds: readonly string[]; blocked: string | null }) {
  const download = useAction(() => saveCsv('getMenuCsv', { locationIds: locationIds.join(',') }, 'menu.csv'), {
    doneText: (n) => (n === 1 ? say`1 dish exported` : say`${formatCount(n)} dishes exported`),
    failed: say`The menu could not be exported.`,
  });
  return (
    <Panel title={say`Export`}>
      <p className="soft">{say`The menu as a file for a spreadsheet. Change it there and import it again.`}</p>
      <Button look="line" busy={download.isBusy} disabledReason={blocked} onClick={() => void download.send()}>
        {say`Download CSV`}
      </Button>
    </Panel>
  );
}

/** A file and how it is read. */
interface Reading {
  readonly file: ChosenFile;
  readonly choices: ImportChoices;
}

/** A menu file on its way into the menus of these locations: read, previewed, imported. */
function useMenuImport(locationIds: readonly string[]) {
  const [preview, setPreview] = useState<(Reading & { readonly plan: ImportPlan }) | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [failed, setFailed] = useState<Reading | null>(null);
  const [finished, setFinished] = useState<{ readonly result: ImportResult; readonly plan: ImportPlan } | null>(null);

  const bodyOf = ({ file: { base64, isPasted }, choices }: Reading) => ({
    file: base64,
    locationIds: [...locationIds],
    ...choices,
    ...(isPasted && { isPasted }),
  });
  const reading = useAction((read: Reading) => api('previewMenuImport', { body: bodyOf(read) }), {
    onDone: (plan, read) => setPreview({ ...read, plan }),
    onFailed: (_error, read) => setFailed(read),
  });
  const importing = useCall('importMenu', {
    changes: IMPORT_CHANGES,
    onDone(result) {
      if (preview) setFinished({ result, plan: preview.plan });
      setPreview(null);
    },
    onFailed(error) {
      // The menu has changed since the preview, so the server sends the new plan to be confirmed.
      const plan = planFromError(error);
      if (plan && preview) setPreview({ ...preview, plan });
    },
  });
  const read = (file: Result<ChosenFile, string>, choices: ImportChoices = {}) => {
    reading.clearError();
    setFileProblem(file.ok ? null : file.error);
    if (file.ok) void reading.send({ file: file.value, choices });
  };

  return {
    preview,
    finished,
    problem:
      importing.error === null
        ? (fileProblem ?? reading.error)
        : `${say`The file could not be imported. Nothing was changed.`} ${importing.error}`,
    isBusy: reading.isBusy || importing.isBusy,
    /** Reads a file again that could not be read. Choosing another one clears the error, and with it this. */
    retry: failed && reading.error !== null ? () => void reading.send(failed) : null,
    async choose(chosen: File | null) {
      if (chosen) read(await readChosenFile(chosen));
    },
    paste: (text: string) => read(ok(pastedFile(text))),
    correct(choices: ImportChoices) {
      if (preview) read(ok(preview.file), choices);
    },
    importPreview() {
      if (preview) void importing.send({ ...bodyOf(preview), token: preview.plan.token });
    },
    startOver: () => setFinished(null),
  };
}
