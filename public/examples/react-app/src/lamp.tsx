/** The lamp as it would stand on a table. */
export function Lamp({ foot, shade }: { foot: string; shade: string }) {
  return (
    <svg className="lamp" viewBox="0 0 240 260" role="img" aria-label="Your lamp">
      <ellipse cx="120" cy="246" rx="96" ry="8" fill="currentColor" opacity="0.12" />
      <path d="M76 24h88l34 92H42z" fill={shade} />
      <path d="M76 24h88l4 10H72z" fill="#fff" opacity="0.25" />
      <circle cx="120" cy="116" r="13" fill="#fff3cf" />
      <path d="M112 116h16l6 86c14 3 26 12 28 36H78c2-24 14-33 28-36z" fill={foot} />
    </svg>
  );
}
