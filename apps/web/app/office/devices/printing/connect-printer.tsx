import { useState, type FormEvent } from 'react';
import { reportBrowserError } from '../../../shared/errors/report-browser-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select, TextInput } from '../../../ui/inputs.tsx';
import { toast } from '../../../ui/toasts.ts';
import { BAUD_RATES, RAW_PORT, type Printer, type Way } from './printer.ts';
import { usesPrinter } from './printer-store.ts';
import { chooseSerial, chooseUsb } from './transports.ts';
import { texts } from './texts.ts';

/** Only the ways this device has. */
export function ConnectPrinter({ ways }: { ways: readonly Way[] }) {
  const [baudRate, setBaudRate] = useState<number>(BAUD_RATES[0]);
  return (
    <>
      {ways.includes('network') && <NetworkForm />}
      {ways.includes('usb') && (
        <Button block onClick={() => void choose(chooseUsb)}>
          {texts.connectUsb}
        </Button>
      )}
      {ways.includes('serial') && (
        <>
          <Button look="quiet" block onClick={() => void choose(() => chooseSerial(baudRate))}>
            {texts.connectSerial}
          </Button>
          <Field label={texts.speed}>
            <Select value={baudRate} onChange={(event) => setBaudRate(Number(event.currentTarget.value))}>
              {BAUD_RATES.map((rate) => (
                <option key={rate} value={rate}>
                  {rate}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
    </>
  );
}

async function choose(ask: () => Promise<Printer | null>): Promise<void> {
  try {
    const printer = await ask();
    if (printer) usesPrinter(printer);
  } catch (error) {
    reportBrowserError(error);
    toast.error(texts.failed, { id: 'printing' });
  }
}

const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

function NetworkForm() {
  const [host, setHost] = useState('');
  const [port, setPort] = useState(String(RAW_PORT));
  const [problem, setProblem] = useState<{ host?: string; port?: string }>({});

  function connect(event: FormEvent) {
    event.preventDefault();
    const number = Number(port);
    const found = {
      ...(!HOST.test(host.trim()) && { host: texts.hostWrong }),
      ...(!(Number.isInteger(number) && number >= 1 && number <= 65_535) && { port: texts.portWrong }),
    };
    setProblem(found);
    if (Object.keys(found).length === 0) usesPrinter({ way: 'network', host: host.trim(), port: number });
  }

  return (
    <form className="grid gap-16" onSubmit={connect} noValidate>
      <Field label={texts.host} hint={texts.hostHint} error={problem.host}>
        <TextInput
          value={host}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setHost(event.currentTarget.value)}
        />
      </Field>
      <Field label={texts.port} error={problem.port}>
        <TextInput
          value={port}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setPort(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" block>
        {texts.connectNetwork}
      </Button>
    </form>
  );
}
