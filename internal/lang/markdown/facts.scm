(section . (atx_heading heading_content: (_) @name)) @definition.section
; Headings that Prepare did not rewrite open no section of their own.
(setext_heading heading_content: (_) @name) @definition.section
