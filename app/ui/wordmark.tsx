export function Wordmark() {
  return (
    <span
      aria-hidden
      className="relative inline-block font-display whitespace-nowrap text-[1.75rem] leading-none font-bold tracking-[-0.04em]"
    >
      akar
      <span className="relative inline-block">
        ı
        <span className="absolute top-[-0.02em] left-1/2 size-[0.26em] -translate-x-1/2 rounded-full bg-accent-text" />
      </span>
    </span>
  );
}
