import { useEffect, useState } from 'react';
import { Skeleton } from './skeleton.tsx';

/** The size of the picture, with the quiet zone that scanners need. */
const QR_SIZE = 300;
const QUIET = 4;

interface Drawing {
  readonly side: number;
  readonly path: string;
}

/** A QR code, drawn locally so that its text is sent to no other service. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isMounted = true;
    void drawingOf(text).then((made) => isMounted && setDrawing(made));
    return () => {
      isMounted = false;
    };
  }, [text]);
  if (!drawing) return <Skeleton width={QR_SIZE} height={QR_SIZE} />;
  return (
    <svg
      role="img"
      aria-label={label}
      className="round-md"
      style={{ maxWidth: '100%', height: 'auto' }}
      width={QR_SIZE}
      height={QR_SIZE}
      viewBox={`0 0 ${drawing.side} ${drawing.side}`}
      shapeRendering="crispEdges"
    >
      <rect width={drawing.side} height={drawing.side} fill="#fff" />
      <path d={drawing.path} fill="#1a0f18" />
    </svg>
  );
}

/** The library is loaded with the first code. */
async function drawingOf(text: string): Promise<Drawing> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { border: QUIET });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { side: rows.length, path };
}
