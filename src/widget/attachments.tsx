import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Attachment, CallAction } from '../protocol/events.ts';
import { imagePolicy, LINK_REL, linkAddress, remoteImage, telAddress, withExtras } from './extras.ts';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

const PHONE =
  'M6.6 4h3l1.5 4-2 1.4a11 11 0 0 0 5.5 5.5l1.4-2 4 1.5v3a1.6 1.6 0 0 1-1.8 1.6A15.5 15.5 0 0 1 5 5.8 1.6 1.6 0 0 1 6.6 4z';

/** A picture that loads by itself only from the site's own image hosts (contract §9). */
function Picture({ source, alt }: { readonly source: string; readonly alt: string }) {
  const scope = useScope();
  const frame = useRef<HTMLDivElement>(null);
  const hosts = scope.config.value?.image_hosts;
  useLayoutEffect(() => {
    frame.current?.replaceChildren(remoteImage(source, alt, imagePolicy(scope)));
  }, [source, alt, hosts, scope]);
  return <div class="picture" ref={frame} />;
}

/** A picture of the conversation's own, to be looked at in full. */
function Enlargeable({ source, alt }: { readonly source: string; readonly alt: string }) {
  const { needOccasional, strings, ui } = useScope();
  return (
    <div class="enlargeable">
      <Picture source={source} alt={alt} />
      <button
        type="button"
        aria-label={withExtras(strings.value).enlarge}
        onClick={({ currentTarget }) => {
          // What is shown already, and nothing else: looking closer asks nobody whom the visitor has not chosen to ask (S-28).
          const shown = currentTarget.parentElement?.querySelector('img');
          if (!shown) return;
          needOccasional();
          ui.enlarged.value = { source: shown.src, alt };
        }}
      />
    </div>
  );
}

function Card({ attachment }: { readonly attachment: Attachment }) {
  const { contentType, contentUrl, title, previewImageUrl, callToActionText } = attachment;
  const { strings } = useScope();
  const address = linkAddress(contentUrl);
  if (contentType === 'image') {
    return (
      <figure class="card">
        <Enlargeable source={contentUrl} alt={title ?? ''} />
        {title && <figcaption dir="auto">{title}</figcaption>}
      </figure>
    );
  }
  const words = (
    <>
      <strong dir="auto">{title ?? address?.host ?? contentUrl}</strong>
      {address && <bdi class="host">{address.host}</bdi>}
      {address && callToActionText && <span class="action">{callToActionText}</span>}
    </>
  );
  return (
    <div class="card">
      {previewImageUrl && <Picture source={previewImageUrl} alt="" />}
      {address ? (
        <a class="about" href={address.href} target="_blank" rel={LINK_REL}>
          {words}
          <span class="sr"> ({withExtras(strings.value).newTab})</span>
        </a>
      ) : (
        <div class="about">{words}</div>
      )}
    </div>
  );
}

export function Attachments({ attachments }: { readonly attachments: readonly Attachment[] }) {
  return attachments.map((attachment, index) => (
    <Card key={`${index} ${attachment.contentUrl}`} attachment={attachment} />
  ));
}

/** Phone numbers to call; one that is no number is left as text. */
export function CallActions({ actions }: { readonly actions: readonly CallAction[] }) {
  return actions.map(({ title, contactNumber }, index) => {
    const href = telAddress(contactNumber);
    const key = `${index} ${contactNumber}`;
    if (!href) return <p key={key}>{`${title} ${contactNumber}`}</p>;
    return (
      <a class="call" key={key} href={href}>
        <Icon path={PHONE} />
        <span>
          <strong>{title}</strong> {title !== contactNumber && <bdi>{contactNumber}</bdi>}
        </span>
      </a>
    );
  });
}
