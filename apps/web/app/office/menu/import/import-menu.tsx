import { useState } from 'react';
import { ArrowLeft, FileUp } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { saveCsv, saveFile } from '../../../shared/api/save-csv.ts';
import { useAction } from '../../../shared/api/use-action.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Chips } from '../../../ui/choices.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatCount } from '../../../ui/figures.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { api } from '../../../shared/api/api.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { DropZone } from '../drop-zone.tsx';
import type { EditedMenu } from '../menu-data.ts';
import {
  IMPORT_CHANGES,
  planFromError,
  readChosenFile,
  type ChosenFile,
  type ImportPlan,
  type ImportResult,
} from './import-data.ts';
import { ImportPreview } from './import-preview.tsx';
import { RecentImports, ImportedPanel } from './recent-imports.tsx';
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
      {/* Without a preview the problem is shown where the file is chosen. */}
      {problem !== null && preview && (
        <Banner tone="bad" announce="alert">
          {problem}
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
        <ImportPreview
          file={preview.file.name}
          plan={preview.plan}
          busy={menuImport.isBusy}
          disabledReason={online ? null : OFFLINE}
          onImport={menuImport.importPreview}
        />
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

const TEMPLATE = `category,name,description,price,vegetarian,vegan,gluten-free,allergens,option groups
Pizza,Margherita,"Tomato, mozzarella",14.00,yes,no,no,"wheat; milk",Extra toppings
Drinks,Lemonade,Lemon and mint,4.50,yes,yes,yes,none,
`;

interface ChooseFileProps {
  menuImport: ReturnType<typeof useMenuImport>;
  disabled: boolean;
}

function ChooseFile({ menuImport: { isBusy, problem, retry, choose }, disabled }: ChooseFileProps) {
  return (
    <Panel title={say`Import`}>
      <p className="soft">{say`A CSV or .xlsx file with a name, a category and a price. You see what would change before anything does.`}</p>
      <DropZone
        labels={{
          drop: say`Drop a file here, or`,
          choose: say`choose a file`,
          rules: say`CSV UTF-8 or .xlsx, at most 5 MB and 5,000 rows`,
        }}
        icon={<FileUp className="soft" />}
        accept=".csv,.xlsx,text/csv"
        disabled={isBusy || disabled}
        onFile={(file) => void choose(file)}
      >
        {isBusy ? (
          <p className="row gap-8" role="status">
            <Spinner />
            {say`Reading the file`}
          </p>
        ) : null}
      </DropZone>
      <details>
        <summary className="touch-height">{say`How to write the file`}</summary>
        <p className="hint">{say`One row for each dish. The first row names the columns, as here or in a file of Download CSV. Sizes and extras are option groups: make them under Option Groups, and write their names here, separated by semicolons.`}</p>
        <pre className="text-xs scroll-x">{TEMPLATE}</pre>
        <Button look="line" size="sm" onClick={() => saveFile('menu.csv', TEMPLATE, 'text/csv')}>
          {say`Download this as a template`}
        </Button>
      </details>
      <FieldError error={problem} />
      {retry && (
        <Button look="line" size="sm" onClick={retry}>
          {say`Try Again`}
        </Button>
      )}
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

interface Preview {
  readonly file: ChosenFile;
  readonly plan: ImportPlan;
}

/** A menu file on its way into the menus of these locations: read, previewed, imported. */
function useMenuImport(locationIds: readonly string[]) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const [failedFile, setFailedFile] = useState<ChosenFile | null>(null);
  const [finished, setFinished] = useState<{ readonly result: ImportResult; readonly plan: ImportPlan } | null>(null);

  const bodyOf = (file: ChosenFile) => ({ file: file.base64, locationIds: [...locationIds] });
  const reading = useAction((file: ChosenFile) => api('previewMenuImport', { body: bodyOf(file) }), {
    onDone: (plan, file) => setPreview({ file, plan }),
    onFailed: (_error, file) => setFailedFile(file),
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

  return {
    preview,
    finished,
    problem:
      importing.error === null
        ? (fileProblem ?? reading.error)
        : `${say`The file could not be imported. Nothing was changed.`} ${importing.error}`,
    isBusy: reading.isBusy || importing.isBusy,
    /** Reads a file again that could not be read. Choosing another one clears the error, and with it this. */
    retry: failedFile && reading.error !== null ? () => void reading.send(failedFile) : null,
    async choose(chosen: File | null) {
      if (!chosen) return;
      const file = await readChosenFile(chosen);
      reading.clearError();
      setFileProblem(file.ok ? null : file.error);
      if (file.ok) void reading.send(file.value);
    },
    importPreview() {
      if (preview) void importing.send({ ...bodyOf(preview.file), token: preview.plan.token });
    },
    startOver: () => setFinished(null),
  };
}
