// The id pass of picking: which row's centre lies in which pixel of a small window round the mouse.
flat in int row;
layout(location = 0) out int result;

void main() { result = row; }
