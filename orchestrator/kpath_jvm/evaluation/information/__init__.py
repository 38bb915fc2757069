"""What profilers know, measured by comparing their profiles of one program with an exact one."""
